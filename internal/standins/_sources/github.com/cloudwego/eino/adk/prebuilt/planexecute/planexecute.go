// Package planexecute stands in for github.com/cloudwego/eino/adk/prebuilt/planexecute v0.7.36.
package planexecute

const (
	UserInputSessionKey     = "UserInput"
	PlanSessionKey          = "Plan"
	ExecutedStepSessionKey  = "ExecutedStep"
	ExecutedStepsSessionKey = "ExecutedSteps"
)
