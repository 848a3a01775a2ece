import type { Language } from '../wire/languages.ts'
import { type JournalName, journal } from './journal.ts'
import en from './names/en.json' with { type: 'json' }
import es from './names/es.json' with { type: 'json' }
import ja from './names/ja.json' with { type: 'json' }
import kr from './names/kr.json' with { type: 'json' }
import pt from './names/pt.json' with { type: 'json' }
import ru from './names/ru.json' with { type: 'json' }
import th from './names/th.json' with { type: 'json' }
import zhCn from './names/zh_CN.json' with { type: 'json' }
import zhTw from './names/zh_TW.json' with { type: 'json' }

/** Names of the journal types by language; the type rejects an incomplete language. */
export const journalNames: Readonly<Record<Language, Readonly<Record<JournalName, string>>>> = {
  en,
  es,
  ja,
  kr,
  pt,
  ru,
  th,
  zh_CN: zhCn,
  zh_TW: zhTw,
}

const names = new Map<number, JournalName>(
  (Object.keys(journal) as JournalName[]).map((name) => [journal[name], name]),
)

/**
 * Name of a journal entry in a language. An unknown type is a broken invariant and throws.
 *
 * @example journalTypeName(5, 'en') // 'Wallet transfer'
 */
export const journalTypeName = (type: number, lang: Language): string => {
  const name = names.get(type)
  if (name === undefined) throw new RangeError(`unknown journal type ${type}`)
  return journalNames[lang][name]
}
