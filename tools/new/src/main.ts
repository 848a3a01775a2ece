import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { argv, execPath, exit } from 'node:process'
import { CannotOpen, openRoom, roomToOpen } from './room.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The line breaks depend on the length of the module's name. */
const format = (paths: readonly string[]): void => {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  spawnSync(execPath, [biome, 'check', '--write', ...paths.filter((path) => path.endsWith('.ts'))], {
    cwd: root,
    stdio: 'ignore',
  })
}

const run = (name: string | undefined): number => {
  if (name === undefined) {
    console.error('npm run new -- <module>: writes the files of a planned module')
    return 1
  }
  try {
    const paths = openRoom(root, roomToOpen(name))
    format(paths)
    for (const path of paths) console.log(path)
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    console.error(error.message)
    return 1
  }
  console.log(`
What is left: write the calls in packages/core/src/${name}/wire.ts and the rules beside them, add
${name}Routes to apps/server/src/server.ts, replace the sample in postings.ts, and fill README.md.`)
  return 0
}

exit(run(argv[2]))
