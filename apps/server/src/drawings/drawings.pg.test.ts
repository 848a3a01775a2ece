import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawingsOf } from './index.fixture.ts'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

const save = (token: string, value: string, pid = 1) =>
  counter.ask('/api/user/saveDrawings', { pid, value }, token)
const read = async (token: string, pid = 1) => (await counter.ask('/api/user/drawings', { pid }, token)).data
const trend = '{"drawings":[{"tool":"segment","points":[{"timestamp":1,"value":2.5}]}],"note":"\\u0000 ü"}'

describe('drawings', () => {
  it('are returned as saved, per market', async () => {
    const { token } = await counter.newcomer()
    expect(await read(token)).toEqual({ value: null })
    expect((await save(token, trend)).retCode).toBe(0)
    expect((await save(token, '[]', 2)).retCode).toBe(0)
    expect(await read(token)).toEqual({ value: trend })
    expect(await read(token, 2)).toEqual({ value: '[]' })
    expect((await save(token, '{}')).retCode).toBe(0)
    expect(await read(token)).toEqual({ value: '{}' })
    expect(await read(token, 2)).toEqual({ value: '[]' })
  })
  it('are not accessible to other customers', async () => {
    const [one, other] = [await counter.newcomer(), await counter.newcomer()]
    await save(one.token, trend)
    expect(await read(other.token)).toEqual({ value: null })
    await save(other.token, '[1]')
    expect(await read(one.token)).toEqual({ value: trend })
    expect((await counter.ask('/api/user/drawings', { pid: 1 })).retCode).toBe(102)
    expect((await counter.ask('/api/user/saveDrawings', { pid: 1, value: '[]' })).retCode).toBe(102)
  })
  it('are JSON of at most 64 KiB, counted in bytes', async () => {
    const { token } = await counter.newcomer()
    const full = JSON.stringify(['x'.repeat(65_532)])
    expect(full.length).toBe(65_536)
    expect((await save(token, full)).retCode).toBe(0)
    const wide = JSON.stringify(['ü'.repeat(32_767)])
    for (const value of [`${full} `, wide, '', 'null', '7', '"[]"', '{', "{'a':1}"])
      expect(await save(token, value), value.slice(0, 10)).toMatchObject({
        retCode: 1001,
        data: { field: 'value' },
      })
    expect(await read(token)).toEqual({ value: full })
  })
  it('require an existing market', async () => {
    const { token } = await counter.newcomer()
    expect((await save(token, '[]', 999_999)).retCode).toBe(1005)
    expect((await counter.ask('/api/user/drawings', { pid: 999_999 }, token)).retCode).toBe(1005)
  })
  it('are exported, and erased with the account', async () => {
    const { uid, token } = await counter.newcomer()
    await save(token, trend)
    const { url } = (await counter.ask('/api/user/export', {}, token)).data as { url: string }
    const exported = (await (await fetch(counter.url + url)).json()) as { drawings: unknown }
    expect(exported.drawings).toMatchObject([{ pid: 1, value: trend }])
    expect((await counter.ask('/api/user/closeAccount', { pwd: counterPassword }, token)).retCode).toBe(0)
    expect(await drawingsOf(counter.stage.database.db, uid)).toEqual([])
  })
})
