import { gaugeNames } from '@glasshouse/core/console/gauges'
import { settingKeys } from '@glasshouse/core/content/settings'
import { auditActions } from '@glasshouse/core/staff/auditActions'
import { expect, it } from 'vitest'
import { auditText, auditWords } from './audit.ts'
import { gaugeText, gaugeWords } from './gauges.ts'
import { settingText, settingWords } from './settings.ts'

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
