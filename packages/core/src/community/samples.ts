import type { Language } from '../wire/languages.ts'
import en from './samples/en.json' with { type: 'json' }
import es from './samples/es.json' with { type: 'json' }
import ja from './samples/ja.json' with { type: 'json' }
import kr from './samples/kr.json' with { type: 'json' }
import pt from './samples/pt.json' with { type: 'json' }
import ru from './samples/ru.json' with { type: 'json' }
import th from './samples/th.json' with { type: 'json' }
import zhCn from './samples/zh_CN.json' with { type: 'json' }
import zhTw from './samples/zh_TW.json' with { type: 'json' }

/** Name of a text that practice mode ships. */
export type SampleText = keyof typeof en

const words: Readonly<Record<Language, Readonly<Record<SampleText, string>>>> = {
  ...{ en, es, ja, kr, pt, ru, th },
  ...{ zh_CN: zhCn, zh_TW: zhTw },
}

const isSampleText = (name: string): name is SampleText => Object.hasOwn(en, name)

/** The words of a sample text in a language, which begin by saying that it is one; throws for an unknown name. */
export const sampleTextIn = (name: string, lang: Language): string => {
  if (!isSampleText(name)) throw new Error(`there is no sample text ${name}`)
  return words[lang][name]
}
