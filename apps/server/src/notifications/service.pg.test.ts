import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../platform/index.ts'
import { listMessagesTo, queueVerificationCode } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

it('keeps messages with their transaction and lists them newest first', async () => {
  const to = { channel: 'email', recipient: 'ann@example.com' } as const
  await transact(database.db, (tx) => queueVerificationCode(tx, 1000, to, 'en', '111111', 10))
  await transact(database.db, (tx) => queueVerificationCode(tx, 2000, to, 'kr', '222222', 10))
  const undone = transact(database.db, async (tx) => {
    await queueVerificationCode(tx, 3000, to, 'en', '333333', 10)
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  const messages = await listMessagesTo(database.db, ' Ann@Example.com ')
  expect(messages.map(({ code, created_ms }) => [code, created_ms])).toEqual([
    ['222222', 2000],
    ['111111', 1000],
  ])
  expect(messages[0]?.subject).toBe('Glasshouse 인증 코드: 222222')
})

it('finds a phone however it is written and nothing of others', async () => {
  const to = { channel: 'sms', recipient: '12025550100' } as const
  await transact(database.db, (tx) => queueVerificationCode(tx, 1000, to, 'en', '444444', 10))
  expect(await listMessagesTo(database.db, '+1 202-555-0100')).toHaveLength(1)
  expect(await listMessagesTo(database.db, '2025550100')).toEqual([])
  expect(await listMessagesTo(database.db, 'x12025550100@example.com')).toEqual([])
  expect(await listMessagesTo(database.db, '')).toEqual([])
})
