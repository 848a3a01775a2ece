import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ServerModule, serverModules } from '../../../apps/server/src/modules.ts'
import { rules } from '../../tidy/src/rules/index.ts'
import { migrations } from '../../tidy/src/rules/migrations.ts'
import { moduleGraph } from '../../tidy/src/rules/moduleGraph.ts'
import { roomFiles } from '../../tidy/src/rules/roomFiles.ts'
import { treeOf } from '../../tidy/src/tree.ts'
import { CannotOpen, nextMigration, openRoom, roomToOpen, withRoomBuilt } from './room.ts'

const plan = 'apps/server/src/modules.ts'
const room: ServerModule = { name: 'options', purpose: 'Short options.', exists: false }
/** A separate plan, so that the test stays valid when the real module is built. */
const planText = `export const rooms = [
  { name: 'contracts', purpose: 'Leveraged positions.', exists: true },
  { name: 'options', purpose: 'Short options.', exists: false },
  { name: 'ai', purpose: 'A published strategy.', exists: false },
]
`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'new-'))
  mkdirSync(join(root, 'apps/server/migrations'), { recursive: true })
  writeFileSync(join(root, 'apps/server/migrations/0070_contracts.sql'), '')
  mkdirSync(dirname(join(root, plan)), { recursive: true })
  writeFileSync(join(root, plan), planText)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('rejects a module that is not planned, and one that exists', () => {
  expect(() => roomToOpen('casino')).toThrow(CannotOpen)
  expect(() => roomToOpen('ledger')).toThrow('The room ledger exists.')
  expect(roomToOpen('options', [room])).toBe(room)
})

it('writes the files of a module and marks it as built', () => {
  const paths = openRoom(root, room)
  expect(paths).toContain('apps/server/migrations/0080_options.sql')
  expect(paths).toContain('apps/server/src/options/service.ts')
  expect(readFileSync(join(root, 'apps/server/src/options/service.ts'), 'utf8')).toContain('openRecord')
  expect(readFileSync(join(root, plan), 'utf8')).toBe(
    planText.replace("'Short options.', exists: false", "'Short options.', exists: true"),
  )
})

it('writes nothing if a file of the module already exists', () => {
  mkdirSync(join(root, 'apps/server/src/options'))
  writeFileSync(join(root, 'apps/server/src/options/store.ts'), 'mine')
  const before = readFileSync(join(root, plan), 'utf8')
  expect(() => openRoom(root, room)).toThrow('store.ts is already there')
  expect(readFileSync(join(root, plan), 'utf8')).toBe(before)
})

it('marks only the requested module', () => {
  const text = "{ name: 'a', exists: false },\n{\n name: 'b',\n exists: false,\n},"
  expect(withRoomBuilt(text, 'b')).toBe("{ name: 'a', exists: false },\n{\n name: 'b',\n exists: true,\n},")
  expect(() => withRoomBuilt("{ name: 'a', exists: true }, { name: 'b', exists: false }", 'a')).toThrow(
    CannotOpen,
  )
})

it('numbers migrations in tens', () => {
  expect(nextMigration([])).toBe('0010')
  expect(nextMigration(['0001_platform.sql', '0071_contracts_more.sql'])).toBe('0080')
})

it('writes files that pass tidy', () => {
  const written = openRoom(root, room).filter((path) => path !== plan)
  const texts = Object.fromEntries(written.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const planned = serverModules
    .filter(({ name }) => name === 'platform' || name === 'ledger')
    .concat({ ...room, exists: true })
  const tree = treeOf({
    ...texts,
    [plan]: '',
    'apps/server/src/platform/index.ts': '',
    'apps/server/src/ledger/index.ts': '',
    'apps/server/src/main.ts': "import { optionsRoutes } from './options/index.ts'\noptionsRoutes()\n",
  })
  const ofThisPlan = [moduleGraph(planned), roomFiles(planned), migrations(planned)]
  const everyRule = rules.map((rule) => ofThisPlan.find(({ name }) => name === rule.name) ?? rule)
  const findings = everyRule.flatMap((rule) =>
    rule
      .check(tree)
      .filter(({ path }) => path.includes('options'))
      .map(({ path, sentence }) => `${path} ${rule.name} ${sentence}`),
  )
  expect(findings).toEqual([])
})
