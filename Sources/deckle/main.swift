import CommandLineTool
import Glibc
import NCursesDriver

let tool = CommandLineTool(environment: ProcessEnvironment.current) {
  try NCursesTerminal.open()
}
exit(await tool.run(Array(CommandLine.arguments.dropFirst())))
