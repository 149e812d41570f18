import { readEnvironment } from './environment.ts'
import { runCommand } from './run-command.ts'

// If the reader of the output is gone (`| head`), the command still finishes what it has begun.
process.stdout.on('error', () => {})

process.exitCode = await runCommand(process.argv.slice(2), readEnvironment(), process)
