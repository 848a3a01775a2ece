import type { DataOf } from '@glasshouse/core/calls'
import {
  areAnswersCorrect,
  readAnswers,
  riskCheckOf,
  riskCheckVersion,
  type riskProducts,
} from '@glasshouse/core/eligibility/riskCheck'
import { domainError } from '@glasshouse/core/errors/registry'
import type { RiskProduct } from '@glasshouse/core/policy/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { getSetting } from '../../content/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { findPass, insertAnswers } from '../store.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** Whether the first order of a product needs its risk check: in live mode always, else as the setting says. */
export const isCheckRequired = async (
  { settings }: Pick<Platform, 'settings'>,
  db: Db | Tx,
): Promise<boolean> => settings.MODE === 'live' || (await getSetting(db, 'risk_gate')) === 1

/** The notice and the questions of a product, and whether the customer passed them in this version. */
export const getRiskCheck = async (
  deps: Deps,
  uid: number,
  product: RiskProduct,
  lang: Language,
): Promise<DataOf<'/api/user/riskCheck'>> => {
  const { db } = deps.database
  const { version, notice, questions } = riskCheckOf(product, lang)
  return {
    passed: (await findPass(db, uid, product, version)) !== null,
    required: await isCheckRequired(deps, db),
    version,
    notice,
    questions: questions.map(({ id, text, options }) => ({ id, text, options: [...options] })),
  }
}

/** Answers of a customer to one version of the questions, as sent. */
type SubmitRiskCheckCommand = {
  readonly product: (typeof riskProducts)[number]
  readonly version: string
  readonly answers: string
}

/**
 * Keeps the answers of a customer with date and version, right or wrong, and says whether they pass. Who once
 * passed a version stays passed.
 *
 * Refuses `invalidState` (with `version`) for another version than the one that stands, `invalidField` for
 * answers that are not one option of each question.
 */
export const submitRiskCheck = async (
  { clock, database }: Deps,
  uid: number,
  { product, version, answers }: SubmitRiskCheckCommand,
  lang: Language,
): Promise<{ passed: boolean }> => {
  if (version !== riskCheckVersion)
    throw domainError('invalidState', { reason: 'oldVersion', version: riskCheckVersion })
  const given = readAnswers(product, answers)
  if (given === null) throw domainError('invalidField', { field: 'answers' })
  const passed = areAnswersCorrect(product, given)
  const atMs = clock.business()
  return transact(database.db, async (tx) => {
    const before = await findPass(tx, uid, product, version)
    await insertAnswers(tx, { uid, product, version, answers, passed, lang, atMs })
    return { passed: passed || before !== null }
  })
}
