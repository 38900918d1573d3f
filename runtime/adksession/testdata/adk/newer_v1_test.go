//adk:only v1

package adktest

import "google.golang.org/adk/v2/session"

func fillNewer(*session.Event, int) {}
