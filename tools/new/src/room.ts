import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ServerModule, serverModules } from '../../../apps/server/src/modules.ts'
import { filesOf } from './template.ts'

/** A module that cannot be created; the message says why. */
export class CannotOpen extends Error {}

const plan = 'apps/server/src/modules.ts'
const migrations = 'apps/server/migrations'

/** The planned module with this name, if it is not built yet. */
export const roomToOpen = (name: string, planned: readonly ServerModule[] = serverModules): ServerModule => {
  const room = planned.find((one) => one.name === name)
  const open = planned.filter(({ exists }) => !exists).map((one) => one.name)
  if (room === undefined)
    throw new CannotOpen(`There is no room ${name} on the floor plan. Not built yet: ${open.join(', ')}.`)
  if (room.exists) throw new CannotOpen(`The room ${name} exists. Not built yet: ${open.join(', ')}.`)
  return room
}

/** Next free migration number, in tens. */
export const nextMigration = (names: readonly string[]): string => {
  const numbers = names.map((name) => Number.parseInt(name.slice(0, 4), 10)).filter(Number.isInteger)
  return String((Math.floor(Math.max(0, ...numbers) / 10) + 1) * 10).padStart(4, '0')
}

/** Text of modules.ts with the module marked as built. */
export const withRoomBuilt = (text: string, name: string): string => {
  const at = text.indexOf(`name: '${name}'`)
  const mark = text.indexOf('exists: false', at)
  const next = text.indexOf('name: ', at + 1)
  if (at < 0 || mark < 0 || (next >= 0 && next < mark))
    throw new CannotOpen(`The room ${name} could not be found in ${plan}.`)
  return `${text.slice(0, mark)}exists: true${text.slice(mark + 'exists: false'.length)}`
}

/**
 * Writes the files of a module into a repository and marks it as built; returns the written paths.
 *
 * @throws CannotOpen a file already exists; nothing is written
 */
export const openRoom = (root: string, room: ServerModule): readonly string[] => {
  const files = filesOf(room, nextMigration(readdirSync(join(root, migrations))))
  const paths = Object.keys(files)
  const taken = paths.find((path) => existsSync(join(root, path)))
  if (taken !== undefined) throw new CannotOpen(`${taken} is already there.`)
  const planned = withRoomBuilt(readFileSync(join(root, plan), 'utf8'), room.name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  writeFileSync(join(root, plan), planned)
  return [...paths, plan]
}
