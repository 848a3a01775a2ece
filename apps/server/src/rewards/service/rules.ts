import { textIn } from '@glasshouse/core/content/records'
import {
  parseCheckInRule,
  parseTask,
  type SigninTier,
  type SigninTotal,
  type TaskTerms,
} from '@glasshouse/core/rewards/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { listPublished } from '../../content/index.ts'
import type { Db } from '../../platform/database/index.ts'

export type NamedTier = SigninTier & { readonly name: string }
export type NamedTotal = SigninTotal & { readonly id: number; readonly name: string }

/** The published rules of signing in: tiers by assets, totals by count. */
export const readSigninRules = async (
  db: Db,
  lang: Language,
): Promise<{ readonly tiers: readonly NamedTier[]; readonly totals: readonly NamedTotal[] }> => {
  const rules = (await listPublished(db, 'signinRule')).flatMap(({ id, texts, fields }) => {
    const rule = parseCheckInRule(fields)
    return 'problem' in rule ? [] : [{ id, name: textIn(texts, lang, 'name'), rule }]
  })
  const tiers = rules.flatMap(({ name, rule }) => (rule.part === 'rule' ? [{ ...rule, name }] : []))
  const totals = rules.flatMap(({ id, name, rule }) => (rule.part === 'total' ? [{ ...rule, id, name }] : []))
  return {
    tiers: tiers.sort((a, b) => (a.minAssets < b.minAssets ? -1 : 1)),
    totals: totals.sort((a, b) => a.times - b.times),
  }
}

export type NamedTask = TaskTerms & { readonly title: string; readonly content: string }

/** The published tasks in their order. */
export const readTasks = async (db: Db, lang: Language): Promise<readonly NamedTask[]> =>
  (await listPublished(db, 'task'))
    .flatMap(({ texts, fields }) => {
      const task = parseTask(fields)
      if ('problem' in task) return []
      return [{ ...task, title: textIn(texts, lang, 'title'), content: textIn(texts, lang, 'content') }]
    })
    .sort((a, b) => a.id - b.id)
