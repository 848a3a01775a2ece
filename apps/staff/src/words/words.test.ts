import { gaugeNames } from '@glasshouse/core/console/gauges'
import { settingKeys } from '@glasshouse/core/content/settings'
import { auditActions } from '@glasshouse/core/staff/auditActions'
import { expect, it } from 'vitest'
import { auditText, auditWords } from './audit.ts'
import { gaugeText, gaugeWords } from './gauges.ts'
import { settingGroupOf, settingGroups, settingText, settingWords } from './settings.ts'

const registries = [
  ['action of the audit log', auditActions, auditWords, auditText],
  ['setting', settingKeys, settingWords, settingText],
  ['figure of the health screen', gaugeNames, gaugeWords, gaugeText],
] as const

it.each(registries)('has a label for every %s of the server and for no other key', (_, keys, words) => {
  expect(Object.keys(words).toSorted()).toEqual([...keys].toSorted())
})

it.each(registries)('shows no raw key of a %s and no duplicate label', (_, keys, _words, textOf) => {
  const texts = keys.map((key) => textOf(key))
  for (const text of [...texts, textOf('madeUp_key')]) expect(text).not.toMatch(/_|[a-z][A-Z]/)
  expect(new Set(texts).size).toBe(keys.length)
})

it('puts every setting into one group, and has no group without a setting', () => {
  const groups = settingKeys.map((key) => settingGroupOf(key))
  expect(new Set(groups)).toEqual(new Set(Object.keys(settingGroups)))
  expect(['max_open_interest', 'order_max_price', 'loan_ltv', 'copy_fee_max'].map(settingGroupOf)).toEqual([
    'trading',
    'options',
    'loans',
    'invest',
  ])
  expect(['loan_second_approval_above', 'kyc_hash_years'].map(settingGroupOf)).toEqual(['approvals', 'site'])
})
