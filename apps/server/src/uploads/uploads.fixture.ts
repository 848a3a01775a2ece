import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeClock } from '@glasshouse/testkit/clock'
import { newCustomer, signIn, type TestCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { pictureForm, type UploadResult, upload } from '@glasshouse/testkit/pictures'
import { platformOf, type TestPlatform } from '@glasshouse/testkit/platform'
import { authenticateCustomer } from '../identity/index.ts'
import { buildHttp, listen, type StaffIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember, memberOf } from '../staff/index.ts'
import { openUploads, type Quota, uploadPages, uploadRoutes } from './index.fixture.ts'
import type { UploadsDeps } from './index.ts'

export const staffToken = 'the session of a member of staff'

/** The uploads module behind a real listener, with a separate folder. */
export type UploadsStage = {
  readonly platform: TestPlatform
  readonly deps: UploadsDeps & TestPlatform
  readonly url: string
  readonly staff: StaffIdentity
  /** Quota of a customer; a test may change it. */
  readonly quota: { daily: number; total: number }
  readonly newcomer: () => Promise<TestCustomer & { readonly token: string }>
  readonly send: (
    token: string | undefined,
    bytes: Uint8Array,
    name?: string,
    type?: string,
  ) => Promise<UploadResult>
  readonly read: (url: string, token?: string) => Promise<Response>
  /** All files in the folder of the pictures. */
  readonly files: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

export const openStage = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<UploadsStage> => {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-uploads-'))
  const database = await cloneDatabase()
  const clock = fakeClock()
  const platform = {
    ...platformOf(database, clock, { DATA_DIR: folder, ...environment }),
    clock,
    database,
  }
  const quota: { -readonly [K in keyof Quota]: number } = { daily: 1000, total: 1000 }
  const deps = openUploads(platform, async () => quota)
  const email = 'reader@glasshouse.test'
  await transact(database.db, (tx) =>
    addStaffMember(tx, { email, name: 'Reader', role: 'service', passwordHash: '' }, 1),
  )
  const id = (await memberOf(database.db, email))?.id ?? 0
  const staff: StaffIdentity = { id, sessionId: 1, email, name: 'Reader', role: 'service' }
  const readers = {
    customerOf: (token: string) => authenticateCustomer(database.db, clock, token),
    staffOf: async (token: string) =>
      token === staffToken ? ({ kind: 'ok', staff } as const) : ({ kind: 'none' } as const),
    staffSaw: async () => undefined,
  }
  const app = buildHttp({
    platform,
    routes: [],
    fileRoutes: uploadRoutes(deps),
    plugins: [uploadPages(deps, readers)],
    ...readers,
  })
  const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
  return {
    platform,
    deps,
    url,
    staff,
    quota,
    newcomer: async () => {
      const customer = await newCustomer(platform)
      return { ...customer, token: await signIn(platform, customer) }
    },
    send: (token, bytes, name, type) => upload(url, token, pictureForm(bytes, name, type)),
    read: (path, token) =>
      fetch(url + path, token === undefined ? {} : { headers: { Authorization: token } }),
    files: async () => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    },
    close: async () => {
      await app.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
