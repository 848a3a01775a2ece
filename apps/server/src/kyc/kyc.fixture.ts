import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DecideReviewCommand } from '@glasshouse/core/reviews/codec'
import { fakeClock } from '@glasshouse/testkit/clock'
import { newCustomer, type TestCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { platformOf, type TestPlatform } from '@glasshouse/testkit/platform'
import sharp from 'sharp'
import { authenticateCustomer } from '../identity/index.ts'
import { buildHttp, listen, type StaffIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { decideReview, type ReviewDeps } from '../reviews/index.ts'
import { addStaffMember, memberOf } from '../staff/index.ts'
import { openUploads, uploadPages } from '../uploads/index.fixture.ts'
import { type UploadsDeps, uploadCustomerPicture } from '../uploads/index.ts'
import { type KycDeps, noteKycPictureView } from './index.fixture.ts'
import { kycReviews } from './index.ts'

const origin = { ip: '', userAgent: 'test' }
export const staffToken = 'the session of a member of staff'

/** Customers who upload and hand in, and a member of staff; pictures are served behind the real listener. */
export type KycStage = {
  readonly deps: TestPlatform & UploadsDeps & KycDeps
  readonly staff: StaffIdentity
  readonly newcomer: () => Promise<TestCustomer>
  readonly read: (url: string, token?: string) => Promise<Response>
  readonly close: () => Promise<void>
}

export const openKycStage = async (): Promise<KycStage> => {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-kyc-'))
  const database = await cloneDatabase()
  const clock = fakeClock()
  const platform = { ...platformOf(database, clock, { DATA_DIR: folder }), clock, database }
  const uploads = openUploads(platform, async () => ({ daily: 1000, total: 1000 }))
  const deps = { ...uploads, countryOf: async () => 'DE' }
  const email = 'reader@glasshouse.test'
  await transact(database.db, (tx) =>
    addStaffMember(tx, { email, name: 'Reader', role: 'service', passwordHash: '' }, 1),
  )
  const id = (await memberOf(database.db, email))?.id ?? 0
  const staff: StaffIdentity = { id, sessionId: 1, email, name: 'Reader', role: 'service' }
  const sessions = {
    customerOf: (token: string) => authenticateCustomer(database.db, clock, token),
    staffOf: async (token: string) =>
      token === staffToken ? ({ kind: 'ok', staff } as const) : ({ kind: 'none' } as const),
  }
  const staffSaw: Parameters<typeof uploadPages>[1]['staffSaw'] = (member, picture) =>
    noteKycPictureView(platform, member, picture)
  const app = buildHttp({
    platform,
    routes: [],
    plugins: [uploadPages(uploads, { ...sessions, staffSaw })],
    ...sessions,
  })
  const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
  return {
    deps,
    staff,
    newcomer: () => newCustomer(platform),
    read: (path, token) =>
      fetch(url + path, token === undefined ? {} : { headers: { Authorization: token } }),
    close: async () => {
      await app.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Uploads two different pictures of a customer and returns their addresses. */
export const twoPictures = async (
  deps: UploadsDeps,
  uid: number,
): Promise<{ readonly front: string; readonly back: string }> => {
  const send = async (background: { r: number; g: number; b: number }) => {
    const bytes = await sharp({ create: { width: 24, height: 16, channels: 3, background } })
      .png()
      .toBuffer()
    return (await uploadCustomerPicture(deps, uid, bytes)).url
  }
  return {
    front: await send({ r: 20, g: 90, b: 160 }),
    back: await send({ r: 160, g: 90, b: 20 }),
  }
}

/** The review queue with identity checks only. */
export const kycQueue = (deps: UploadsDeps): ReviewDeps => ({ ...deps, kinds: [kycReviews(deps)] })

/** Decides the identity check of an id. */
export const decideKyc = (
  deps: UploadsDeps,
  staff: StaffIdentity,
  id: number,
  decision: Pick<DecideReviewCommand, 'decision' | 'reason' | 'remark'>,
) => decideReview(kycQueue(deps), staff, origin, { kind: 'kyc', id, ...decision })
