import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { firstView, type QueueView, viewQuery } from './view.ts'

// Views are kept in the browser, where anything may stand: another version, another tab, or a hand.

const key = 'glasshouse.staff.views'
let stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, text: string) => void stored.set(name, text),
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})
beforeEach(() => {
  stored = new Map()
})

/** The module as a page that opens finds it. */
const opened = async (text?: string) => {
  if (text !== undefined) stored.set(key, text)
  vi.resetModules()
  return import('./savedViews.ts')
}
const savedText = () => stored.get(key) ?? ''
/** What a page that opens next would show. */
const reopened = async (): Promise<readonly { readonly name: string; readonly view: QueueView }[]> => {
  const rows = JSON.parse(savedText() || '[]') as readonly (readonly [string, string])[]
  const { readView } = await import('./view.ts')
  return rows.map(([name, query]) => ({ name, view: readView(query) }))
}
const view = (change: Partial<QueueView> = {}): QueueView => ({ ...firstView, ...change })

it('has three default views: what is due, what is mine, what needs a second approval', async () => {
  const { defaultViews } = await opened()
  expect(
    defaultViews.map(({ name, only, view: { sort, only: scope } }) => [name, only, sort, scope]),
  ).toEqual([
    ['Due within 4 h', 'due', 'deadline', 'due'],
    ['Mine', 'mine', 'oldest', 'mine'],
    ['Second approval', 'second', 'oldest', 'second'],
  ])
})

it('saves a view under its name, without its page, and finds it again', async () => {
  const { saveView } = await opened()
  const large = view({ kind: 'withdrawal', text: 'a&b=c "d"', only: 'due', sort: 'deadline', page: 7 })
  saveView('Large ones', large)
  expect(await reopened()).toEqual([{ name: 'Large ones', view: { ...large, page: 1 } }])
})

it('replaces the view of the same name, and keeps the twelve newest', async () => {
  const { saveView } = await opened()
  for (let at = 1; at <= 12; at += 1) saveView(`View ${at}`, view({ text: String(at) }))
  saveView('View 3', view({ text: 'changed' }))
  expect((await reopened()).map(({ name }) => name)).toEqual([
    ...['View 1', 'View 2', 'View 4', 'View 5', 'View 6', 'View 7'],
    ...['View 8', 'View 9', 'View 10', 'View 11', 'View 12', 'View 3'],
  ])
  saveView('View 13', view())
  const names = (await reopened()).map(({ name }) => name)
  expect([names.length, names[0], names.at(-1)]).toEqual([12, 'View 2', 'View 13'])
})

it('deletes a view by its name, and nothing for a name that there is not', async () => {
  const { saveView, deleteView } = await opened()
  saveView('One', view())
  saveView('Two', view())
  deleteView('Three')
  expect(await reopened()).toHaveLength(2)
  deleteView('One')
  expect((await reopened()).map(({ name }) => name)).toEqual(['Two'])
})

it.each([
  '',
  'null',
  '{}',
  '"text"',
  '[',
  '[1,2]',
  '[["name"]]',
  '[[1,"kind=deposit"]]',
  '[["name",5]]',
  '[null,{}]',
])('opens with no saved views where %j stands, and can save again', async (damaged) => {
  const { saveView } = await opened(damaged)
  saveView('New', view({ kind: 'kyc' }))
  expect((await reopened()).map(({ name }) => name)).toEqual(['New'])
})

it('keeps the readable views of a damaged list, with what is unknown in them as the first view has it', async () => {
  const query = new URLSearchParams(viewQuery(view({ kind: 'kyc', state: 'rejected' }))).toString()
  const rows = [
    ['Good', query],
    ['Strange', 'only=everything&sort=price&page=-4&status=9'],
    [7, query],
    ['x'.repeat(90), query],
  ]
  const { saveView } = await opened(JSON.stringify(rows))
  saveView('Last', view())
  const found = await reopened()
  expect(found.map(({ name }) => name)).toEqual(['Good', 'Strange', 'x'.repeat(40), 'Last'])
  expect(found[0]?.view).toEqual(view({ kind: 'kyc', state: 'rejected' }))
  expect(found[1]?.view).toEqual(firstView)
})
