// Package adkjs reads databases that the real ADK for JavaScript makes.
package adkjs
