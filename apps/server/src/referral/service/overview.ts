import { dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { maskPhone } from '@glasshouse/core/identity/rules'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import type { Client, ListClientsQuery, ReferralOverview } from '@glasshouse/core/referral/codec'
import {
  firstPurchaseTypes,
  incomeTypes,
  referralLevels,
  referralTypes,
} from '@glasshouse/core/referral/rules'
import { getSetting } from '../../content/index.ts'
import { listPhones } from '../../customers/records/index.ts'
import { sumInvested } from '../../investFigures/index.ts'
import { sumIncome } from '../../ledger/totals/index.ts'
import type { Db, PageRange } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { countClients, listClientRows, listInviters, sumBrought } from '../store/clients.ts'
import { listAccrualsTo, listClientsOfPayments, listPayouts } from '../store/payments.ts'
import { listUnfundedLevels, sumAccrued } from '../store/promises.ts'
import { referralLink } from './referralLink.ts'
import { hasInviters, readTerms } from './terms.ts'

const nothing = usdt('0')

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** The referral figures of a customer; income is read from the journal, yesterday is a day at UTC+1. */
export const getOverview = async (
  { settings, clock, database: { db } }: Deps,
  uid: number,
): Promise<ReferralOverview> => {
  const today = startOfDay(clock.business())
  const yesterday = { fromMs: today - dayMs, untilMs: today }
  const [income, counts, accrued, unfunded, terms, max, inviter] = await Promise.all([
    sumIncome(db, uid, referralTypes, yesterday),
    countClients(db, uid),
    sumAccrued(db, uid, Number.parseInt(dayOf(yesterday.fromMs), 10)),
    listUnfundedLevels(db, uid),
    readTerms(db),
    getSetting(db, 'referral_month_max'),
    hasInviters(db, uid),
  ])
  return {
    total: income.total,
    yesterday: income.within,
    link: referralLink(settings, uid),
    clients: counts.get(1) ?? 0,
    accrued: { yesterday: accrued.ofDay, month: accrued.unpaid },
    levels: referralLevels.map((level) => ({
      level,
      clients: counts.get(level) ?? 0,
      sharePercent: terms.share[level],
      firstPercent: terms.first[level],
    })),
    payers: [incomeTypes, firstPurchaseTypes].flatMap((types) =>
      referralLevels.map((level) => ({ type: types[level], isFunded: !unfunded.has(level) })),
    ),
    maxMonth: max,
    hasInviter: inviter,
  }
}

/** One page of the clients of a level. */
export const listClients = async (
  db: Db,
  uid: number,
  query: ListClientsQuery,
): Promise<{ readonly rows: readonly Client[]; readonly total: number }> => {
  const { rows, total } = await listClientRows(db, { receiver: uid, ...query })
  const clients = rows.map(({ client }) => client)
  const [phones, brought, invested] = await Promise.all([
    listPhones(db, clients),
    sumBrought(db, uid, clients),
    sumInvested(db, clients),
  ])
  return {
    rows: rows.map(({ client, joined_ms }) => {
      const phone = phones.get(client)
      return {
        phone: phone === undefined ? '' : maskPhone(phone),
        brought: brought.get(client) ?? nothing,
        invested: invested.get(client) ?? nothing,
        joinedMs: joined_ms,
      }
    }),
    total,
  }
}

/** The clients whose orders brought the money of journal entries, by kind and id of the cause (`kind:id`). */
export const listIncomeSources = async (
  db: Db,
  causes: readonly { readonly causeKind: string; readonly causeId: number }[],
): Promise<ReadonlyMap<string, number>> => {
  const idsOf = (kind: string) =>
    causes.filter(({ causeKind }) => causeKind === kind).map(({ causeId }) => causeId)
  const [payouts, promises] = [idsOf('referralPaid'), idsOf('referralFirstPaid')]
  if (payouts.length + promises.length === 0) return new Map()
  const rows = await listClientsOfPayments(db, payouts, promises)
  return new Map(rows.map(({ kind, id, client }) => [`${kind}:${id}`, client]))
}

/** One page of the income that was paid, for the export. */
export const listIncomeOf = async (db: Db, uid: number, page: PageRange) =>
  (await listPayouts(db, uid, page)).map(({ amount, ...row }) => ({
    ...row,
    amount: formatUsdt(amount),
  }))

/** One page of the days that accrued, for the export. */
export const listReferralAccruals = async (db: Db, uid: number, page: PageRange) =>
  (await listAccrualsTo(db, uid, page)).map(({ amount, ...row }) => ({
    ...row,
    amount: formatUsdt(amount),
  }))

/** Who earns of a customer, by level with masked phones, for the export. */
export const listEarners = async (db: Db, uid: number) => {
  const inviters = await listInviters(db, uid)
  const phones = await listPhones(
    db,
    inviters.map(({ receiver }) => receiver),
  )
  return inviters.map(({ level, receiver }) => ({ level, phone: maskPhone(phones.get(receiver) ?? '') }))
}
