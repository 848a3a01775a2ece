import { isEvm, networkName, type ReportTransferCommand } from '@glasshouse/core/deposits/codec'
import { readHash } from '@glasshouse/core/deposits/hashes'
import { type DepositLimits, judgeDepositAmount } from '@glasshouse/core/deposits/judge'
import type { Network } from '@glasshouse/core/deposits/networks'
import { hasAddressForm } from '@glasshouse/core/destinations/rules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../../components/amountInput.ts'
import { obstacles } from './depositPlan.ts'

/** Form values of a transfer report. */
export type TransferReport = {
  readonly money: string
  readonly hash: string
  /** Sender address; optional. */
  readonly from: string
  /** Address of the uploaded screenshot. */
  readonly url: string | null
}

export type ReportMistakes = {
  readonly money?: 'enter' | 'wrong' | 'min' | 'max'
  readonly hash?: 'enter' | 'wrong'
  readonly from?: 'wrong'
}
export type ReportPlan = {
  readonly mistakes: ReportMistakes
  readonly amount: Usdt | null
  readonly command: Omit<ReportTransferCommand, 'statements'> | null
}

const moneyMistake = (
  read: ReturnType<typeof readAmount>,
  limits: DepositLimits,
): ReportMistakes['money'] => {
  if (read.kind === 'empty') return 'enter'
  if (read.kind === 'wrong') return 'wrong'
  const { problem } = judgeDepositAmount(limits, read.amount)
  return problem === null ? undefined : obstacles[problem.kind]
}

/** Limit nearest to a rejected amount, if a report with it would be valid. */
export const nearestMoney = (mistake: ReportMistakes['money'], limits: DepositLimits): string | null => {
  const near = mistake === 'min' ? limits.min : mistake === 'max' ? limits.max : null
  return near === null
    ? null
    : firstThatPasses([formatUsdt(near)], (text) => moneyMistake(readAmount(text), limits) === undefined)
}

/** Command of a report, or its field issues. Spaces in a hash are removed, as on the server. */
export const validateReport = (
  network: Network,
  report: TransferReport,
  limits: DepositLimits,
): ReportPlan => {
  const read = readAmount(report.money)
  const hash = readHash(network, report.hash)
  const from = report.from.trim()
  const money = moneyMistake(read, limits)
  const mistakes: ReportMistakes = {
    ...(money === undefined ? {} : { money }),
    ...(hash === null ? { hash: report.hash.trim() === '' ? 'enter' : 'wrong' } : {}),
    ...(from === '' || hasAddressForm(networkName(network), from) ? {} : { from: 'wrong' }),
  }
  const amount = read.kind === 'amount' ? read.amount : null
  if (amount === null || hash === null || Object.keys(mistakes).length > 0)
    return { mistakes, amount, command: null }
  return {
    mistakes,
    amount,
    command: {
      network,
      amount,
      hash,
      ...(from === '' ? {} : { sender: from }),
      ...(report.url === null ? {} : { pictureUrl: report.url }),
    },
  }
}

/** Random transaction hash for practice mode; `digits` are 64 hexadecimal digits. */
export const randomHash = (network: Network, digits: string): string =>
  isEvm(network) ? `0x${digits}` : digits
