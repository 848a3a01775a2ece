import { createSignedLink, verifySignedLink } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'

type Deps = Pick<Platform, 'clock' | 'secrets'>

const purpose = 'export'
/** Lifetime of an export link without a session; milliseconds. */
const linkTtlMs = 5 * 60_000

/** Creates a link to a customer's data export, valid for five minutes. */
export const createExportLink = ({ clock, secrets }: Deps, uid: number): { readonly url: string } => ({
  url: `/download/export?link=${createSignedLink(secrets, purpose, { uid }, clock.now() + linkTtlMs)}`,
})

/** Customer of an export link; null if it is invalid or expired. */
export const verifyExportLink = ({ clock, secrets }: Deps, link: unknown): number | null => {
  const payload = typeof link === 'string' ? verifySignedLink(secrets, purpose, link, clock.now()) : null
  return typeof payload?.uid === 'number' ? payload.uid : null
}
