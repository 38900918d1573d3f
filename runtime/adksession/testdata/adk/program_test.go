package adktest

func runProgram(string) {}
