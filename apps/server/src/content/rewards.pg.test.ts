import { testPlatform } from '@glasshouse/testkit/platform'
import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSampleContent } from '../practice/index.fixture.ts'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string>>
type More = Readonly<Record<string, string | number>>
const texts = {
  task: '{"en":{"title":"Read","content":"Read who we are."}}',
  signinRule: '{"en":{"name":"Small"}}',
}
const save = (kind: keyof typeof texts, fields: Fields, more: More = {}, token = counter.manager) =>
  counter.ask(
    '/staff/api/contentSave',
    { kind, published: 1, texts: texts[kind], fields: JSON.stringify(fields), ...more },
    token,
  )
const tier = (minmoney: string, maxmoney: string, more: Fields = {}): Fields => ({
  part: 'rule',
  minmoney,
  maxmoney,
  money: '0.1',
  money2: '0.2',
  times: '7',
  ...more,
})
const idOf = ({ data }: { data: unknown }): number => (data as { id: number }).id

/** Deletes published records, so that the next test starts empty. */
const clear = () =>
  sql`delete from content_record where kind in ('task', 'signinRule')`.execute(counter.stage.database.db)

describe('tasks', () => {
  it('are five, by number, each published once; a draft may exist beside', async () => {
    const first = await save('task', { id: '1', money: '5' })
    expect(first).toMatchObject({ retCode: 0, data: { fields: { id: '1', money: '5' } } })
    expect(await save('task', { id: '1', money: '6' })).toMatchObject({
      retCode: 2003,
      data: { reason: 'overlaps', id: idOf(first) },
    })
    const draft = await save('task', { id: '1', money: '6' }, { published: 0 }, counter.service)
    expect(draft.retCode).toBe(0)
    const publish = { id: idOf(draft), published: 1 }
    expect((await save('task', { id: '1', money: '6' }, publish)).retCode).toBe(2003)
    expect((await save('task', { id: '1', money: '5.5' }, { id: idOf(first) })).retCode).toBe(0)
    expect((await save('task', { id: '1', money: '5.5' }, { id: idOf(first), published: 0 })).retCode).toBe(0)
    expect((await save('task', { id: '1', money: '6' }, publish)).retCode).toBe(0)
    await clear()
  })
  it.each<[Fields, string]>([
    [{ id: '6', money: '5' }, 'fields.id'],
    [{ id: '1', money: '0' }, 'fields.money'],
    [{ id: '1', money: '1000.01' }, 'fields.money'],
    [{ id: '1', money: '5', check: 'none' }, 'fields.check'],
  ])('%j are rejected at %s: the check of a task is not editable', async (fields, field) => {
    expect(await save('task', fields)).toMatchObject({ retCode: 1001, data: { field } })
  })
  it('are published by managers only', async () => {
    expect((await save('task', { id: '2', money: '5' }, {}, counter.service)).retCode).toBe(1006)
  })
})

describe('check-in rules', () => {
  it('are adjacent tiers without overlap, and totals', async () => {
    expect((await save('signinRule', tier('0', '1000'))).retCode).toBe(0)
    const second = await save('signinRule', tier('1000', '5000'))
    expect(second.retCode).toBe(0)
    expect((await save('signinRule', tier('4999.99999999', '9000'))).data).toEqual({
      reason: 'overlaps',
      id: idOf(second),
    })
    expect((await save('signinRule', tier('1000', '9000'), { id: idOf(second) })).retCode).toBe(0)
    expect((await save('signinRule', { part: 'total', times: '30', money: '5' })).retCode).toBe(0)
    expect((await save('signinRule', { part: 'total', times: '30', money: '6' })).retCode).toBe(2003)
    expect((await save('signinRule', { part: 'total', times: '60', money: '6' })).retCode).toBe(0)
    await clear()
  })
  it.each<[Fields, string]>([
    [tier('5', '5'), 'fields.maxmoney'],
    [tier('0', '1', { money2: '0.05' }), 'fields.money2'],
    [tier('0', '1', { times: '1' }), 'fields.times'],
    [{ part: 'total', times: '3', money: '10001' }, 'fields.money'],
    [{ part: 'else', times: '3', money: '1' }, 'fields.part'],
  ])('%j are rejected at %s', async (fields, field) => {
    expect(await save('signinRule', fields)).toMatchObject({ retCode: 1001, data: { field } })
  })
  it('published thirty times concurrently never overlap', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, place) => save('signinRule', tier('0', String(100 + place)))),
    )
    expect(answers.filter(({ retCode }) => retCode === 0)).toHaveLength(1)
    expect(answers.filter(({ retCode }) => retCode === 2003)).toHaveLength(29)
    await clear()
  })
})

it('the sample is complete, free of conflicts, and marked as a sample', async () => {
  const { database, clock } = counter.stage
  expect(await loadSampleContent(testPlatform(database, clock))).toBe(true)
  const list = async (kind: string) =>
    (await counter.ask('/staff/api/contentList', { kind, pageSize: 100, isAsc: 'asc' }, counter.service))
      .data as readonly { id: number; position: number; fields: Fields; texts: Record<string, Fields> }[]
  const tasks = await list('task')
  expect(tasks.map(({ fields }) => fields.id)).toEqual(['1', '2', '3', '4', '5'])
  for (const { texts: said } of tasks) expect(said.en?.content).toContain('sample')
  const rules = await list('signinRule')
  expect(rules.map(({ fields }) => fields.part).sort()).toEqual([
    'rule',
    'rule',
    'rule',
    'total',
    'total',
    'total',
    'total',
  ])
  // Each can be saved unchanged: the sample obeys its own rules.
  for (const { id, position, fields, texts: said } of rules)
    expect(
      await save('signinRule', fields, { id, position, texts: JSON.stringify(said) }),
      JSON.stringify(fields),
    ).toMatchObject({ retCode: 0 })
})
