import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/transactions/index.ts'
import {
  listMessagesTo,
  queueEmail,
  queueVerificationCode,
  sendSecurityNotice,
  upsertLetterWord,
} from '../index.ts'

let database: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  database = await cloneDatabase()
  platform = testPlatform(database)
})
afterAll(() => database.drop())

it('stores messages with their transaction and lists them newest first', async () => {
  const to = { channel: 'email', recipient: 'ann@example.com' } as const
  await transact(database.db, (tx) => queueVerificationCode(platform, tx, 1000, to, 'en', '111111', 10, null))
  await transact(database.db, (tx) => queueVerificationCode(platform, tx, 2000, to, 'kr', '222222', 10, null))
  const undone = transact(database.db, async (tx) => {
    await queueVerificationCode(platform, tx, 3000, to, 'en', '333333', 10, null)
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

it('finds a phone in any spelling, and no messages of others', async () => {
  const to = { channel: 'sms', recipient: '12025550100' } as const
  await transact(database.db, (tx) => queueVerificationCode(platform, tx, 1000, to, 'en', '444444', 10, null))
  expect(await listMessagesTo(database.db, '+1 202-555-0100')).toHaveLength(1)
  expect(await listMessagesTo(database.db, '2025550100')).toEqual([])
  expect(await listMessagesTo(database.db, 'x12025550100@example.com')).toEqual([])
  expect(await listMessagesTo(database.db, '')).toEqual([])
})

describe('the word of a customer’s letters', () => {
  const ann = { uid: 1, email: 'word@example.com', lang: 'es' } as const
  const to = { channel: 'email', recipient: ann.email } as const
  const bodies = async () => (await listMessagesTo(database.db, ann.email)).map(({ body }) => body)

  it('stands in every kind of letter to that customer, in no other letter and in no text message', async () => {
    await transact(database.db, async (tx) => {
      await upsertLetterWord(tx, ann.uid, 'tangerina')
      await sendSecurityNotice(tx, 1, ann, 'password')
      await queueEmail(tx, 2, { ...ann, template: 'x', subject: 'x', text: 'x' })
      await queueVerificationCode(platform, tx, 3, to, 'es', '111111', 10, ann.uid)
      await queueVerificationCode(platform, tx, 4, to, 'es', '222222', 10, null)
      await sendSecurityNotice(tx, 5, { ...ann, uid: 2 }, 'password')
      await queueVerificationCode(
        platform,
        tx,
        6,
        { channel: 'sms', recipient: '12025550199' },
        'es',
        '333333',
        10,
        ann.uid,
      )
    })
    expect((await bodies()).map((body) => body.startsWith('Tu palabra antiphishing: tangerina\n\n'))).toEqual(
      [false, false, true, true, true],
    )
    const [text] = await listMessagesTo(database.db, '12025550199')
    expect(text?.body).not.toContain('tangerina')
  })

  it('is replaced and removed', async () => {
    await transact(database.db, async (tx) => {
      await upsertLetterWord(tx, ann.uid, 'limón')
      await sendSecurityNotice(tx, 7, ann, 'password')
      await upsertLetterWord(tx, ann.uid, null)
      await sendSecurityNotice(tx, 8, ann, 'password')
    })
    const [without, withNew] = await bodies()
    expect(without).not.toContain('palabra')
    expect(withNew).toContain('limón')
  })
})
