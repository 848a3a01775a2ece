import { createSignedLink, type Platform, verifySignedLink } from '../../platform/index.ts'

type Deps = Pick<Platform, 'clock' | 'secrets'>

const purpose = 'export'
/** An export can be fetched for this long without a session; milliseconds. */
const linkTtlMs = 5 * 60_000

/** A link to everything about a customer, good for five minutes. */
export const createExportLink = ({ clock, secrets }: Deps, uid: number): { readonly url: string } => ({
  url: `/download/export?link=${createSignedLink(secrets, purpose, { uid }, clock.now() + linkTtlMs)}`,
})

/** Whose export a link is for; null when it is not good, or not good any more. */
export const verifyExportLink = ({ clock, secrets }: Deps, link: unknown): number | null => {
  const payload = typeof link === 'string' ? verifySignedLink(secrets, purpose, link, clock.now()) : null
  return typeof payload?.uid === 'number' ? payload.uid : null
}
