import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runTrust } from '../trust.ts'
import { type CopiedExport, exportCopies } from './copiedExport.fixture.ts'
import { readCopyExport } from './read.ts'
import { verifyCopyExport } from './verify.ts'

let copied: CopiedExport
beforeAll(async () => {
  copied = await exportCopies()
})
afterAll(() => copied?.remove())

it('works out every copy order of an untouched export again, and exits with 0, 1 and 2', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const read = await readCopyExport(copied.path)
  expect(verifyCopyExport(read).differences).toEqual([])
  const reasons = read.copyDealings.map(({ exitReason }) => exitReason)
  expect(reasons).toEqual(expect.arrayContaining([null, 'now', 'stopLoss']))
  expect(read.copyDealings.some(({ fee }) => fee !== '0')).toBe(true)
  expect(read.copyDealings.some(({ levy }) => levy !== '0')).toBe(true)
  expect(read.copyTrades.some(({ parentid }) => parentid !== null)).toBe(true)
  expect(await runTrust(['copy', copied.path])).toBe(0)
  await writeFile(`${copied.path}.changed`, copied.text.replace(/"paidOut":"(\d)/g, '"paidOut":"1$1'))
  expect(await runTrust(['copy', `${copied.path}.changed`])).toBe(1)
  await writeFile(`${copied.path}.changed`, copied.text.replace('"copyTrades"', '"trades"'))
  expect(await runTrust(['copy', `${copied.path}.changed`])).toBe(2)
  expect(await runTrust(['copy', `${copied.path}.nowhere`])).toBe(2)
  // Taken before the last dealing is signed: nothing differs, and what is not proven yet is named.
  const left = Math.max(
    ...read.copyDealings.flatMap(({ exitReason, midnight }) => (exitReason ? [midnight] : [])),
  )
  const until = (text: string): number => Number(/\ntime=(\d+)/.exec(text)?.[1])
  const withReceipts = (receipts: typeof read.receipts) =>
    writeFile(`${copied.path}.changed`, JSON.stringify({ ...JSON.parse(copied.text), receipts }))
  await withReceipts(read.receipts.filter(({ text }) => until(text) < left))
  said.mockClear()
  expect(await runTrust(['copy', `${copied.path}.changed`])).toBe(3)
  expect(said.mock.calls.flat().join('\n')).toMatch(
    /the receipt of copyLeft:\d+, [\d.]+ USDT, is not signed yet/,
  )
  // An older one that is missing is a difference.
  await withReceipts(read.receipts.filter(({ text }) => !text.includes('cause=copyEntered:')))
  expect(await runTrust(['copy', `${copied.path}.changed`])).toBe(1)
  said.mockRestore()
  complained.mockRestore()
})
