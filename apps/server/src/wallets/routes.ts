import { Readable } from 'node:stream'
import { activationStateAt } from '@glasshouse/core/ai/rules'
import { type ProfileView, profileToWire } from '@glasshouse/core/identity/profile/codec'
import { runningPause } from '@glasshouse/core/identity/rules'
import {
  balanceTrailFromWire,
  balanceTrailToWire,
  journalLineToWire,
  listJournalFromWire,
  statementFromWire,
} from '@glasshouse/core/ledger/codec'
import type { Period } from '@glasshouse/core/ledger/statement'
import { formatUsdt } from '@glasshouse/core/money/units'
import {
  coinWalletToWire,
  convertCoinsFromWire,
  convertedCoinsToWire,
  moveFromWire,
  recipientFromWire,
  saleToWire,
  transferToUserFromWire,
  walletToWire,
} from '@glasshouse/core/wallets/codec'
import type { FastifyInstance } from 'fastify'
import { getProfile } from '../identity/index.ts'
import type { Db } from '../platform/database/index.ts'
import {
  admitDownload,
  createDownloadGate,
  linkDownloadLimits,
  sendInvalidLink,
} from '../platform/downloads/index.ts'
import { type AnyRoute, type ApiKeyIdentity, type CustomerIdentity, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { type CoinPrices, getWallet, listCoinWallet, loadWalletBalances } from './service/balances.ts'
import { type ConversionDeps, conversionReceipt, convertCoins } from './service/conversion.ts'
import { type InternalTransferDeps, previewRecipient, transferToUser } from './service/internalTransfer.ts'
import { type EntrySources, explainBalance, getJournalTotal, listJournal } from './service/journal.ts'
import { referralCsv } from './service/referralCsv.ts'
import {
  createStatementLink,
  type ReceiptHashOf,
  streamStatement,
  verifyStatementLink,
} from './service/statement.ts'
import { statementCsv } from './service/statementCsv.ts'
import { statementPdf } from './service/statementPdf.ts'
import { type TransferDeps, transferBetweenWallets } from './service/transfer.ts'

export type WalletDeps = Pick<Platform, 'secrets'> &
  TransferDeps &
  InternalTransferDeps &
  ConversionDeps & { readonly markets: CoinPrices; readonly sourcesOf?: EntrySources }

const profileOf = async (
  db: Db,
  businessMs: number,
  customer: CustomerIdentity | ApiKeyIdentity,
): Promise<ProfileView> => {
  const { uid } = customer
  const restriction = 'sessionId' in customer ? customer.restriction : undefined
  const [profile, wallets] = await Promise.all([getProfile(db, uid), loadWalletBalances(db, uid)])
  return {
    ...profile.info,
    lock: restriction === undefined ? null : lockOf(restriction, businessMs),
    activation: activationStateAt(profile.activation, businessMs),
    sendingPausedUntilMs: runningPause(profile.pause, businessMs)?.untilMs ?? null,
    wallets,
  }
}

const lockOf = (
  { reason, until }: NonNullable<CustomerIdentity['restriction']>,
  businessMs: number,
): ProfileView['lock'] => ({
  reason,
  untilMs: until,
  leftMs: until === null ? null : Math.max(0, until - businessMs),
})

/** Calls of wallets: balances, transfers, conversions, the journal. */
export const walletRoutes = (deps: WalletDeps): AnyRoute[] => {
  const { db } = deps.database
  return [
    route('/api/user/getuserinfo', async ({ customer }) =>
      profileToWire(await profileOf(db, deps.clock.business(), customer)),
    ),
    route('/api/user/userInfo', async ({ customer }) =>
      profileToWire(await profileOf(db, deps.clock.business(), customer)),
    ),
    route('/api/user/wallet', async ({ customer }) =>
      walletToWire(await getWallet(db, customer.uid, deps.markets)),
    ),
    route('/api/user/coinWallet', async ({ customer }) =>
      coinWalletToWire(await listCoinWallet(db, customer.uid, deps.markets)),
    ),
    route('/api/user/walletTransfer', async ({ customer, body }) => {
      const { amount, ...pair } = moveFromWire(body)
      await transferBetweenWallets(deps, customer.uid, pair, amount)
      return {}
    }),
    route('/api/user/transferBalance', async ({ customer, body }) =>
      convertedCoinsToWire(await convertCoins(deps, customer.uid, convertCoinsFromWire(body))),
    ),
    route('/api/user/exchangeReceipt', async ({ customer, body }) =>
      saleToWire(await conversionReceipt(db, customer.uid, body.id)),
    ),
    route('/api/user/transferRecipient', async ({ customer, body }) =>
      previewRecipient(deps, customer.uid, recipientFromWire(body)),
    ),
    route('/api/user/internalTransfer', async ({ customer, body }) => {
      await transferToUser(deps, customer.uid, transferToUserFromWire(body))
      return {}
    }),
    route('/api/user/priceLog', async ({ customer, body, lang }) => {
      const query = listJournalFromWire(body)
      const nowMs = deps.clock.business()
      const { rows, total } = await listJournal(db, customer.uid, query, lang, nowMs, deps.sourcesOf)
      return { rows: rows.map(journalLineToWire), total }
    }),
    route('/api/user/cashFlowTotalMoney', async ({ customer, body }) => ({
      total: formatUsdt(await getJournalTotal(db, customer.uid, body.types)),
    })),
    route('/api/user/balanceTrail', async ({ customer, body, lang }) =>
      balanceTrailToWire(await explainBalance(db, customer.uid, balanceTrailFromWire(body), lang)),
    ),
    route('/api/user/statement', async ({ customer, body, lang }) =>
      createStatementLink(deps, customer.uid, statementFromWire(body), lang),
    ),
  ]
}

/** Serves the statement of a link as a file. The link alone authorizes the download while it is valid. */
export const walletPages =
  (
    deps: Pick<Platform, 'clock' | 'database' | 'secrets'> & {
      readonly receiptHashOf: ReceiptHashOf
      readonly sourcesOf: EntrySources
      readonly applicationsCsv: (db: Db, uid: number, period: Period) => AsyncGenerator<string>
    },
  ) =>
  (app: FastifyInstance): void => {
    const gate = createDownloadGate(linkDownloadLimits)
    app.get<{ Querystring: { link?: unknown } }>('/download/statement', async (request, reply) => {
      const { link } = request.query
      const statementRequest = typeof link === 'string' ? verifyStatementLink(deps, link) : null
      if (statementRequest === null) return sendInvalidLink(reply)
      if (!admitDownload(gate, reply, statementRequest.uid, deps.clock.now())) return reply
      const statement = await streamStatement(deps, statementRequest)
      const { uid, from, to, format, about } = statementRequest
      const name = about === 'account' ? `glasshouse-${uid}` : `glasshouse-${about}-${uid}`
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}-${from}-${to}.${format}"`)
      if (about === 'referral') {
        const rows = referralCsv(statement, deps.database.reports, deps.sourcesOf)
        return reply.type('text/csv; charset=utf-8').send(Readable.from(rows))
      }
      if (about === 'subscription') {
        const rows = deps.applicationsCsv(deps.database.reports, uid, statement.period)
        return reply.type('text/csv; charset=utf-8').send(Readable.from(rows))
      }
      return format === 'pdf'
        ? reply.type('application/pdf').send(await statementPdf(statement))
        : reply.type('text/csv; charset=utf-8').send(Readable.from(statementCsv(statement)))
    })
  }
