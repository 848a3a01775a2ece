import { type ContentKind, isSafeLink, kindSpecs, textIn } from '@glasshouse/core/content/records'
import type { Language } from '@glasshouse/core/wire/languages'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import styles from './Content.module.css'
import { partName } from './contentLabels.ts'
import { type Draft, firstIssuePath, stateIn } from './draft.ts'
import { MarkdownPreview } from './MarkdownPreview.tsx'
import { countryName, termsText } from './terms.ts'

/** Preview for visitors: the texts of the language, or the English ones if the language has none. */
export function Preview({ kind, draft, lang }: { kind: ContentKind; draft: Draft; lang: Language }) {
  const isFallback = stateIn(kind, draft, lang) === 'absent'
  const displayed = isFallback ? 'en' : lang
  const text = (name: string) => textIn(draft.texts, displayed, name)
  const link = draft.fields.link ?? ''
  const picture = draft.fields.picture ?? ''
  if (kind === 'country') return <Country draft={draft} lang={lang} />
  if (stateIn(kind, draft, displayed) === 'absent')
    return <EmptyState icon="text" title="Nothing is written yet" text="Begin with English." />
  const otherTexts = Object.keys(kindSpecs[kind].texts).filter(
    (name) => !['title', 'subtitle', 'name'].includes(name),
  )
  return (
    <article className={styles.article}>
      {isFallback && lang !== 'en' && (
        <p className={styles.fallback}>Not translated: visitors see English.</p>
      )}
      {picture !== '' && firstIssuePath(kind, draft) !== 'fields.picture' && (
        <img className={styles.picture} src={picture} alt="" />
      )}
      <h3>{text('title') || text('name')}</h3>
      {text('subtitle') !== '' && <p className={styles.subtitle}>{text('subtitle')}</p>}
      {otherTexts.map((name) => (
        <section key={name} aria-label={partName(name)}>
          {name !== 'content' && <h4>{partName(name)}</h4>}
          <MarkdownPreview text={text(name)} />
        </section>
      ))}
      {termsText(kind, draft.fields) !== '' && (
        <p className={styles.subtitle}>{termsText(kind, draft.fields)}</p>
      )}
      {link !== '' && isSafeLink(link) && <p className={styles.fallback}>leads to {link}</p>}
    </article>
  )
}

/** Country in the list: the name entered for the language, or its standard name. */
function Country({ draft, lang }: { draft: Draft; lang: Language }) {
  const ownName = (draft.texts[lang]?.name ?? '').trim()
  const name = ownName || countryName(draft.fields.countryCode ?? '', lang)
  if (name === '') return <EmptyState icon="text" title="Which country is it?" />
  return (
    <article className={styles.article}>
      <h3>{name}</h3>
      <p className={styles.subtitle}>{termsText('country', draft.fields)}</p>
    </article>
  )
}
