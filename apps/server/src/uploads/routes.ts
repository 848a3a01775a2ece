import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  bearerToken,
  type CustomerSession,
  type FileRoute,
  type StaffIdentity,
  type StaffSession,
} from '../platform/http/index.ts'
import { clientAddress, parseTrustedProxies } from '../platform/network/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { isLinkValid, picturePath } from './link.ts'
import { maxFileBytes, type PictureType } from './picture.ts'
import { auditPictureView, publishStaffPicture, type UploadsDeps, uploadCustomerPicture } from './service.ts'
import { findPictureByName, type PictureRow } from './store.ts'

/** Calls that accept a file. */
export const uploadRoutes = (deps: UploadsDeps): FileRoute[] => [
  {
    audience: 'user',
    path: '/api/common/uploadFile',
    summary:
      'Takes a PNG, JPEG or WebP picture of at most 5 MiB and 40 megapixels, judged by its content, and answers the address under which its owner and staff see it (a GET with the session).',
    field: 'file',
    longest: maxFileBytes,
    answer: ({ file, customer }) => uploadCustomerPicture(deps, customer.uid, file),
  },
  {
    audience: 'staff',
    path: '/staff/api/uploadPicture',
    summary:
      'Takes a PNG, JPEG or WebP picture of at most 5 MiB and 40 megapixels for a banner, an article or a presentation, and answers the address under which everybody sees it. What is saved with nothing within a day is deleted.',
    field: 'file',
    longest: maxFileBytes,
    answer: ({ file, staff }) => publishStaffPicture(deps, staff.id, file),
  },
]

/** Whose a token is that asks for a picture, and what is told when staff look at one. */
export type PictureViewers = {
  readonly customerOf: (token: string) => Promise<CustomerSession>
  readonly staffOf: (token: string) => Promise<StaffSession>
  /** Called with every picture that a member of staff looks at by its address, for modules that list looks to its owner. */
  readonly staffSaw: (
    staff: StaffIdentity,
    picture: { readonly id: number; readonly uid: number | null },
  ) => Promise<void>
}

const endings: Readonly<Record<PictureType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/**
 * Headers that make a picture harmless wherever it is opened: even a browser that guesses types does not render it as a
 * page.
 */
const harmless = (type: PictureType, isPublic: boolean): Readonly<Record<string, string>> => ({
  'content-type': type,
  'content-disposition': `inline; filename="picture.${endings[type]}"`,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  // A URL never serves another picture than its first.
  'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=60',
  ...(isPublic ? {} : { vary: 'authorization' }),
})

/**
 * Mounts `GET /api/uploads/<name>`.
 *
 * Pictures published by staff are public. A customer's picture is visible to the session of its owner, to staff (each
 * view is audited), and without a session to the holder of a valid link. Any other session sees nothing, whatever link
 * it has. Missing and forbidden pictures get the same response.
 */
export const uploadPages =
  (deps: UploadsDeps & Pick<Platform, 'settings'>, { customerOf, staffOf, staffSaw }: PictureViewers) =>
  (app: FastifyInstance): void => {
    const isProxy = parseTrustedProxies(deps.settings.TRUSTED_PROXIES)
    const originOf = ({ socket, headers }: FastifyRequest) => ({
      ip: clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], isProxy),
      userAgent: String(headers['user-agent'] ?? '').slice(0, 256),
    })
    const canSee = async (request: FastifyRequest, picture: PictureRow, link: unknown): Promise<boolean> => {
      if (picture.uid === null) return true
      const token = bearerToken(request)
      if (token === null) return isLinkValid(deps.secrets, picture.name, link, deps.clock.now())
      const session = await customerOf(token)
      if (session.kind === 'ok') return session.customer.uid === picture.uid
      const member = await staffOf(token)
      if (member.kind !== 'ok') return false
      await auditPictureView(deps, member.staff, originOf(request), picture)
      await staffSaw(member.staff, picture)
      return true
    }
    const show = async (request: FastifyRequest, reply: FastifyReply, name: string, link: unknown) => {
      const picture = /^[\w-]{32}$/.test(name) ? await findPictureByName(deps.database.db, name) : undefined
      if (picture === undefined || !(await canSee(request, picture, link))) return reply.callNotFound()
      const bytes = await deps.blobs.get(name)
      return bytes === null
        ? reply.callNotFound()
        : reply.headers(harmless(picture.type, picture.uid === null)).send(bytes)
    }
    app.get<{ Params: { name: string }; Querystring: { link?: unknown } }>(
      `${picturePath}:name`,
      async (request, reply) => show(request, reply, request.params.name, request.query.link),
    )
  }
