import { domainError } from '@glasshouse/core/errors/registry'
import type { HouseKey } from '@glasshouse/core/trust/heads'
import type { FastifyInstance } from 'fastify'
import { type AnyRoute, type Db, type Platform, route } from '../platform/index.ts'
import { findHead } from './store/heads.ts'
import { listKeys } from './store/keys.ts'

type Deps = Pick<Platform, 'database'>

const houseKeys = async (db: Db): Promise<HouseKey[]> => {
  const rows = await listKeys(db)
  return rows.map((row, index) => ({
    keyid: row.keyid,
    publickey: row.public_key.toString('hex'),
    from: row.from_ms,
    until: rows[index + 1]?.from_ms ?? null,
    announced: index === 0,
  }))
}

/** Public calls that return signed heads and keys. */
export const trustRoutes = ({ database: { db } }: Deps): readonly AnyRoute[] => [
  route('/api/trust/heads', async ({ body }) => {
    const head = await findHead(db, body.minute ?? null)
    if (head === null) throw domainError('notFound')
    return head
  }),
  route('/api/trust/key', async () => houseKeys(db)),
]

/** Serves the list of keys where programs look for it. */
export const trustPages =
  ({ database: { db } }: Deps) =>
  (app: FastifyInstance): void => {
    app.get('/.well-known/glasshouse-keys.json', async () => houseKeys(db))
  }
