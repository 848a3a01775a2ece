import { expect, it } from 'vitest'
import en from '../../../i18n/en/contract.json' with { type: 'json' }
import es from '../../../i18n/es/contract.json' with { type: 'json' }
import ja from '../../../i18n/ja/contract.json' with { type: 'json' }
import kr from '../../../i18n/kr/contract.json' with { type: 'json' }
import pt from '../../../i18n/pt/contract.json' with { type: 'json' }
import ru from '../../../i18n/ru/contract.json' with { type: 'json' }
import th from '../../../i18n/th/contract.json' with { type: 'json' }
import { type Catalogue, translate } from '../../../i18n/translate.ts'
import tw from '../../../i18n/tw/contract.json' with { type: 'json' }
import zh from '../../../i18n/zh/contract.json' with { type: 'json' }

const limits = (catalogue: Catalogue, tag: string, min: number): string => {
  const rules = new Intl.PluralRules(tag)
  const lots = translate(catalogue, 'lots', { count: min, n: String(min) }, rules)
  return translate(catalogue, 'ticket.limits', { lots, step: '1' }, rules)
}

it.each<readonly [string, Catalogue, readonly string[]]>([
  ['en', en, ['Min 1 lot, step 1', 'Min 2 lots, step 1', 'Min 5 lots, step 1']],
  ['es', es, ['Mín. 1 lote, paso 1', 'Mín. 2 lotes, paso 1', 'Mín. 5 lotes, paso 1']],
  ['pt', pt, ['Mín. 1 lote, passo 1', 'Mín. 2 lotes, passo 1', 'Mín. 5 lotes, passo 1']],
  ['ru', ru, ['Мин. 1 лот, шаг 1', 'Мин. 2 лота, шаг 1', 'Мин. 5 лотов, шаг 1']],
  ['ja', ja, ['最小 1 ロット、1 ロット単位', '最小 2 ロット、1 ロット単位', '最小 5 ロット、1 ロット単位']],
  ['ko', kr, ['최소 1랏, 1랏 단위', '최소 2랏, 1랏 단위', '최소 5랏, 1랏 단위']],
  ['th', th, ['ขั้นต่ำ 1 ล็อต ทีละ 1', 'ขั้นต่ำ 2 ล็อต ทีละ 1', 'ขั้นต่ำ 5 ล็อต ทีละ 1']],
  ['zh-Hans', zh, ['最少 1 手，步长 1', '最少 2 手，步长 1', '最少 5 手，步长 1']],
  ['zh-Hant', tw, ['最少 1 手，級距 1', '最少 2 手，級距 1', '最少 5 手，級距 1']],
])('the smallest order has the plural form of its number in %s', (tag, catalogue, texts) => {
  expect([1, 2, 5].map((min) => limits(catalogue, tag, min))).toEqual(texts)
})
