import { stageAddresses, type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/transactions/index.ts'
import { saveBankDetails, saveWalletAddress, saveWithdrawalAddress } from './destinations.ts'
import { listDestinationKeys, openDestination } from './keys.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

const iban = 'DE89370400440532013000'
type Bank = Parameters<typeof saveBankDetails>[2]

const db = () => stage.database.db
const open = (uid: number, way: 'bank' | '1001' | '1002') => openDestination(stage.secrets, db(), uid, way)

const keysOf = (uid: number) => transact(db(), (tx) => listDestinationKeys(stage.secrets, tx, uid))

/** The key of bank data that a new customer saves. */
const keyOf = async (bank: Bank): Promise<string> => {
  const { uid } = await stage.newcomer()
  await saveBankDetails(stage, { uid, ip: '' }, { holder: 'Ada Example', ...bank })
  return (await open(uid, 'bank'))?.key ?? ''
}

describe('a bank account', () => {
  it('has one key for all who name it, however the rest of the form is filled in', async () => {
    const first = await keyOf({ iban })
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    for (const same of [
      { iban: 'de89 3704-0044 0532 0130 00' },
      { holder: 'Eve Other', iban },
      { holder: undefined, firstName: 'Eve', lastName: 'Other', iban },
      { iban, city: 'Berlin' },
      { iban, city: 'Köln', postCode: '50667', address: '1 Street', town: 'x', locality: 'y' },
      { iban, bankName: 'Sample Bank' },
      { iban, bankName: 'SAMPLE-BANK', branchName: 'West', ifsc: 'SBIN0000001' },
      { iban, accountNumber: '0532013000' },
      { accountNumber: 'DE89 3704 0044 0532 0130 00' },
    ] satisfies readonly Bank[])
      expect(await keyOf(same), JSON.stringify(same)).toBe(first)
  })

  it('is named by its number without an IBAN, in any spelling', async () => {
    const first = await keyOf({ accountNumber: '1234567890' })
    for (const accountNumber of ['12 34 56 78 90', '1234-567890', '1234.5678/90', '１２３４５６７８９０'])
      expect(await keyOf({ accountNumber }), accountNumber).toBe(first)
    expect(await keyOf({ accountNumber: 'ab 12' })).toBe(await keyOf({ accountNumber: 'AB-12' }))
    for (const accountNumber of ['1234567891', '123456789', '01234567890'])
      expect(await keyOf({ accountNumber }), accountNumber).not.toBe(first)
  })

  it('of another number has another key', async () => {
    const keys = [
      await keyOf({ iban }),
      await keyOf({ iban: 'GB29NWBK60161331926819' }),
      await keyOf({ iban: 'BE68539007547034' }),
      await keyOf({ accountNumber: '0532013000' }),
    ]
    expect(new Set(keys).size).toBe(4)
  })
})

describe('an address', () => {
  it('has one key for all customers, on its own network only', async () => {
    const [ada, eve] = [await stage.saver('1'), await stage.saver('1')]
    for (const way of ['1001', '1002'] as const)
      expect(await open(ada.uid, way)).toEqual(await open(eve.uid, way))
    expect((await open(ada.uid, '1001'))?.text).toBe(stageAddresses['1001'])
    expect((await open(ada.uid, '1001'))?.key).not.toBe((await open(ada.uid, '1002'))?.key)
  })

  it('of a wallet has the key of the cold wallet that it stands in for', async () => {
    const [ada, eve] = [await stage.saver('1'), await stage.newcomer()]
    const wallet = { currency: 'USDT ERC-20', address: stageAddresses['1001'].toLowerCase() }
    await saveWalletAddress(stage, { uid: eve.uid, ip: '' }, wallet)
    expect(await open(eve.uid, '1001')).toEqual(await open(ada.uid, '1001'))
    expect(await open(eve.uid, '1002')).toBeNull()
  })

  it('is null where nothing is on file', async () => {
    const { uid } = await stage.newcomer()
    for (const way of ['bank', '1001', '1002'] as const) expect(await open(uid, way)).toBeNull()
    expect(await keysOf(uid)).toEqual([])
  })
})

it('lists a key for each destination on file, and nothing of another customer', async () => {
  const { uid } = await stage.saver('1')
  const keys = await keysOf(uid)
  const each = [await open(uid, 'bank'), await open(uid, '1001'), await open(uid, '1002')]
  expect(keys).toEqual(each.map((one) => one?.key))
  const other = await stage.newcomer()
  await saveWithdrawalAddress(
    stage,
    { uid: other.uid, ip: '' },
    { network: '1002', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  )
  const theirs = await keysOf(other.uid)
  expect(theirs).toHaveLength(1)
  expect(keys).not.toContain(theirs[0])
})

it('makes payouts to one bank account count together, from any customer and with any city in the form', async () => {
  const ask = async (city: string) => {
    const { uid } = await stage.saver('4000')
    await saveBankDetails(stage, { uid, ip: '' }, { firstName: city, lastName: 'Example', iban, city })
    return stage.ask(uid, '4000', 1)
  }
  const [first, second] = [await ask('Bonn'), await ask('Trier')]
  expect(await stage.approve(stage.ann, first)).toMatchObject({ state: 'approved', needed: 1 })
  expect(await stage.approve(stage.ann, second)).toMatchObject({ state: 'pending', approvals: 1, needed: 2 })
})
