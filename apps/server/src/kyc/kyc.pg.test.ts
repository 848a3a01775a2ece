import { submitKycFromWire } from '@glasshouse/core/kyc/codec'
import { personalData } from '@glasshouse/testkit/personalData'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAccount } from '../privacy/index.fixture.ts'
import { getReview } from '../reviews/index.fixture.ts'
import { listReviews } from '../reviews/index.ts'
import {
  findIdentity,
  listKycViewsOf,
  noteKycPictureView,
  purgeIdentityHashes,
  recheckIdentity,
} from './index.fixture.ts'
import { isKycApproved, submitKyc } from './index.ts'
import { decideKyc, type KycStage, kycQueue, openKycStage, staffToken, twoPictures } from './kyc.fixture.ts'
import { getKyc } from './service/record.ts'

let stage: KycStage
let deps: KycStage['deps']
const origin = { ip: '', userAgent: 'test' }
const hour = 3_600_000

beforeAll(async () => {
  stage = await openKycStage()
  deps = stage.deps
})
afterAll(() => stage.close())

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
let numbers = 0
/** A customer with two pictures and a document number that no other customer has. */
const applicant = async () => {
  numbers += 1
  const customer = await stage.newcomer()
  const form = {
    username: 'Ada Lovelace',
    documentNumber: `L01-${numbers}`,
    ...(await twoPictures(deps, customer.uid)),
  }
  return { ...customer, form }
}
const newestItem = async (uid: number) => {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from kyc_submission where uid = ${uid}`.execute(deps.database.db)
  return rows[0]?.id ?? 0
}
const itemOf = async (uid: number) =>
  getReview({ ...kycQueue(deps), summaryOf: async () => null }, stage.staff, origin, {
    kind: 'kyc',
    id: await newestItem(uid),
  })
/** Tables that contain a text. */
const tablesWith = async (word: string): Promise<readonly string[]> => {
  const { db } = deps.database
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const hits = await sql`select from ${sql.table(name)} t where position(${word} in t::text) > 0`.execute(
      db,
    )
    if (hits.rows.length > 0) found.push(name)
  }
  return found
}

describe('handing in', () => {
  it('is in review for 72 hours, sealed at rest and readable by its owner', async () => {
    const { uid, form } = await applicant()
    expect(await getKyc(deps, uid)).toBeNull()
    await submitKyc(deps, uid, { ...form, username: 'Ada Lovelace' })
    const record = await getKyc(deps, uid)
    expect(record).toMatchObject({
      username: 'Ada Lovelace',
      documentNumber: form.documentNumber,
      state: 'pending',
      remark: null,
      reason: null,
      deadlineMs: deps.clock.business() + 72 * hour,
      views: [],
    })
    const pictures = [record?.front ?? '', record?.back ?? '']
    expect((await Promise.all(pictures.map((url) => stage.read(url)))).map(({ status }) => status)).toEqual([
      200, 200,
    ])
    expect(await tablesWith('Lovelace')).toEqual([])
    expect(await tablesWith(form.documentNumber)).toEqual([])
    expect(await isKycApproved(deps.database.db, uid)).toBe(false)
  })

  it('answers each obstacle in the order of the checks', async () => {
    const [{ uid, form }, other] = [await applicant(), await applicant()]
    const { db } = deps.database
    await sql`update identity_customer set kyc_switch = 1 where uid = ${uid}`.execute(db)
    expect(await refused(submitKyc(deps, uid, submitKycFromWire({})))).toMatchObject({ code: 'notAllowed' })
    await sql`update identity_customer set kyc_switch = 0 where uid = ${uid}`.execute(db)
    const wrong = async (change: object) => refused(submitKyc(deps, uid, { ...form, ...change }))
    expect(await wrong({ username: '' })).toEqual({ code: 'invalidField', field: 'username' })
    expect(await wrong({ documentNumber: 'L#1' })).toEqual({ code: 'invalidField', field: 'idcard' })
    expect(await wrong({ front: other.form.front })).toEqual({
      code: 'invalidField',
      field: 'forntpic',
    })
    expect(await wrong({ back: 'https://elsewhere.example/x' })).toEqual({
      code: 'invalidField',
      field: 'reversepic',
    })
    expect(await wrong({ back: form.front })).toEqual({ code: 'invalidField', field: 'reversepic' })
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => submitKyc(deps, uid, form)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await wrong({})).toEqual({ code: 'invalidState', reason: 'inReview' })
  })
})

describe('the review', () => {
  it('lists each look to the customer, and asks for a reason and a remark of a rejection', async () => {
    const { uid, form } = await applicant()
    await submitKyc(deps, uid, form)
    const item = await itemOf(uid)
    expect(item).toMatchObject({ isDuplicate: false, isOverdue: false, summary: 'Identity check' })
    expect(item.secrets.map(({ name, form: shape }) => [name, shape])).toEqual([
      ['username', 'text'],
      ['idcard', 'text'],
      ['forntpic', 'picture'],
      ['reversepic', 'picture'],
    ])
    const views = (await getKyc(deps, uid))?.views
    expect(views).toEqual([{ time: deps.clock.business(), role: 'service' }])
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from staff_audit where action = 'pictureView' and target like ${`%of customer ${uid}`}`.execute(
      deps.database.db,
    )
    expect(rows[0]?.n).toBe(2)
    const id = await newestItem(uid)
    const decide = (decision: Parameters<typeof decideKyc>[3]) => decideKyc(deps, stage.staff, id, decision)
    expect(await refused(decide({ decision: 'reject', remark: 'Too dark.' }))).toEqual({
      code: 'invalidField',
      field: 'reason',
    })
    expect(await refused(decide({ decision: 'reject', reason: 'unreadable' }))).toEqual({
      code: 'invalidField',
      field: 'remark',
    })
    deps.clock.advance(73 * hour)
    expect((await itemOf(uid)).isOverdue).toBe(true)
    await decide({ decision: 'reject', reason: 'unreadable', remark: 'Too dark.' })
    expect(await getKyc(deps, uid)).toMatchObject({
      state: 'rejected',
      reason: 'unreadable',
      remark: 'Too dark.',
    })
    expect(await refused(submitKyc(deps, uid, form))).toEqual({ code: 'invalidState', reason: 'unchanged' })
    await submitKyc(deps, uid, { ...form, documentNumber: `${form.documentNumber}9` })
    await decideKyc(deps, stage.staff, await newestItem(uid), { decision: 'approve' })
    expect(await isKycApproved(deps.database.db, uid)).toBe(true)
    expect(await refused(submitKyc(deps, uid, form))).toEqual({ code: 'invalidState', reason: 'approved' })
    expect(await listKycViewsOf(deps.database.db, uid, { offset: 0, limit: 100 })).toHaveLength(2)
  })

  it('counts a look at a picture by its address, of identity checks only', async () => {
    const { uid, form } = await applicant()
    await submitKyc(deps, uid, form)
    expect((await stage.read(form.front)).status).toBe(404)
    expect((await stage.read(form.front, staffToken)).status).toBe(200)
    await noteKycPictureView(deps, stage.staff, { id: 999_999, uid })
    expect((await getKyc(deps, uid))?.views).toHaveLength(1)
  })

  it('says that one person has two accounts, however the number is written, and across a closed account', async () => {
    const [first, second, third] = [await applicant(), await applicant(), await applicant()]
    await submitKyc(deps, first.uid, { ...first.form, documentNumber: 'x99 same-1' })
    expect((await itemOf(first.uid)).isDuplicate).toBe(false)
    await submitKyc(deps, second.uid, { ...second.form, documentNumber: 'X99-SAME 1' })
    expect((await itemOf(second.uid)).isDuplicate).toBe(true)
    const { rows } = await listReviews(kycQueue(deps), stage.staff, origin, {
      ...{ kind: 'kyc', scope: null },
      state: 'pending',
      text: String(second.uid),
      offset: 0,
      limit: 10,
      orderBy: 'created',
      direction: 'asc',
    })
    expect(rows).toMatchObject([{ uid: second.uid, isDuplicate: true }])
    await decideKyc(deps, stage.staff, await newestItem(second.uid), {
      decision: 'reject',
      reason: 'duplicate',
      remark: 'You have another account.',
    })
    expect((await itemOf(first.uid)).isDuplicate).toBe(false)
    await decideKyc(deps, stage.staff, await newestItem(first.uid), { decision: 'approve' })
    const hash = await findIdentity(deps.database.db, first.uid)
    await closeAccount({ ...deps, personalData }, first, { password: first.password })
    await closeAccount({ ...deps, personalData }, second, { password: second.password })
    const left = await sql`select uid from kyc_submission where uid in (${first.uid}, ${second.uid})
      union all select uid from kyc_view where uid in (${first.uid}, ${second.uid})`.execute(deps.database.db)
    expect(left.rows).toEqual([])
    const kept = await sql`select uid, person_hash from kyc_retained_hash`.execute(deps.database.db)
    expect(kept.rows).toEqual([{ uid: first.uid, person_hash: hash }])
    await submitKyc(deps, third.uid, { ...third.form, documentNumber: 'X99SAME1' })
    expect((await itemOf(third.uid)).isDuplicate).toBe(true)
    deps.clock.advance(5 * 365 * 24 * hour)
    expect((await itemOf(third.uid)).isDuplicate).toBe(false)
    expect(await purgeIdentityHashes(deps)).toBe(1)
  })
})

it('compares the number of a document with the one on file', async () => {
  const { uid, form } = await applicant()
  const { db } = deps.database
  expect(await recheckIdentity(deps, db, uid, form.documentNumber)).toBe('notNeeded')
  await submitKyc(deps, uid, form)
  expect(await recheckIdentity(deps, db, uid, form.documentNumber)).toBe('notNeeded')
  await decideKyc(deps, stage.staff, await newestItem(uid), { decision: 'approve' })
  expect(await recheckIdentity(deps, db, uid, undefined)).toBe('missing')
  expect(await recheckIdentity(deps, db, uid, ` ${form.documentNumber.toLowerCase()} `)).toBe('same')
  expect(await recheckIdentity(deps, db, uid, 'L02')).toBe('different')
})
