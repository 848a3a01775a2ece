import type { Db, Tx } from '../../../platform/database/index.ts'
import type { SealedColumn } from '../../../platform/secrets/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import type { PrincipalKind } from '../../principal/index.ts'
import { consumeTotpStep, findTotp, type StoredTotp, upsertPendingTotp } from '../store.ts'
import { matchTotpStep, newTotp } from './totpCode.ts'

type Deps = Pick<Platform, 'clock' | 'secrets'>

/** Where the secrets of the authenticator apps of a kind of principal are encrypted. */
export const sealedTotpColumn = ({ tables, totpPurposeOf }: PrincipalKind): SealedColumn => ({
  table: tables.totp,
  key: [tables.owner],
  column: 'secret',
  purposeOf: (row) => totpPurposeOf(row[tables.owner] ?? ''),
})

/** The authenticator app of a principal that is on; null if none is. */
export const findConfirmedTotp = async (
  db: Db | Tx,
  { tables }: PrincipalKind,
  ownerId: number,
): Promise<StoredTotp | null> => {
  const kept = await findTotp(db, tables, ownerId)
  return kept === null || kept.confirmedMs === null ? null : kept
}

/** Stores a new secret for the authenticator app of a principal; null if one is on already. */
export const createTotp = async (
  { clock, secrets }: Deps,
  db: Db | Tx,
  { tables, totpPurposeOf }: PrincipalKind,
  { id, label }: { readonly id: number; readonly label: string },
) => {
  const made = newTotp(label)
  const sealed = secrets.seal(totpPurposeOf(id), made.secret)
  return (await upsertPendingTotp(db, tables, id, sealed, clock.now())) ? made : null
}

/** Verifies a code of an app, spaces ignored, and marks its time step as used: the same code is never accepted again. */
export const consumeTotpCode = async (
  { clock, secrets }: Deps,
  db: Db | Tx,
  { tables, totpPurposeOf }: PrincipalKind,
  ownerId: number,
  { secret }: Pick<StoredTotp, 'secret'>,
  rawCode: string,
): Promise<boolean> => {
  const code = rawCode.replaceAll(' ', '')
  const step = matchTotpStep({ secrets, purpose: totpPurposeOf(ownerId), sealed: secret }, code, clock.now())
  return step !== null && consumeTotpStep(db, tables, ownerId, secret, step)
}
