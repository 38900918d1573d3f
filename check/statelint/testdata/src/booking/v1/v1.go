// Package v1 uses the first major version of ADK.
package v1

import (
	"google.golang.org/adk/agent/llmagent"
	"google.golang.org/adk/session"
	"google.golang.org/adk/tool"
)

func old(ctx tool.Context, svc session.Service) {
	ctx.State().Get("ctiy")                                           // want `declares no key "ctiy"`
	_ = llmagent.Config{Instruction: "To {ctiy}.", OutputKey: "ctyi"} // want `declares no key "ctiy"` `declares no key "ctyi"`
	_ = session.EventActions{StateDelta: map[string]any{"ctiiy": 1}}  // want `declares no key "ctiiy"`
	resp, _ := svc.Get(ctx, nil)
	resp.Session.State().Set("city", "Bern") // want `is lost`
}
