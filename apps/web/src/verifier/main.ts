import { webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { parseSavedFile, type SavedFile } from '@glasshouse/core/trust/savedFiles'
import { languageByCode, languages } from '../i18n/languages.ts'
import { checkFiles, type Findings } from './checkFiles.ts'
import { element } from './element.ts'
import { renderFindings } from './renderFindings.ts'
import { browserLanguage, sentence } from './words.ts'

// The verifier: one page that works from disk. It is built into a single file whose policy forbids every connection.

let language = browserLanguage()
let chosen: readonly { readonly name: string; readonly file: SavedFile }[] = []
let uid: number | null = null
let findings: Findings | 'unsupported' | null = null

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  sentence(language, key, values)

const isUnsupported = (error: unknown): boolean =>
  error instanceof DOMException || error instanceof TypeError || error instanceof ReferenceError

const results = element('div', 'results')
results.setAttribute('role', 'status')

const renderResults = (): void => {
  const files = element('ul', 'files')
  files.append(
    ...chosen.map(({ name, file }) =>
      element('li', file.kind === 'unreadable' ? 'failed' : '', `${name}: `, t(`kinds.${file.kind}`)),
    ),
  )
  const found =
    findings === null
      ? []
      : findings === 'unsupported'
        ? [element('p', 'broken', t('unsupported'))]
        : renderFindings(t, findings)
  results.replaceChildren(files, ...found)
}

const check = async (): Promise<void> => {
  try {
    const files = chosen.map(({ file }) => file)
    findings = await checkFiles(webCrypto(crypto.subtle), files, uid)
  } catch (error) {
    if (!isUnsupported(error)) throw error
    findings = 'unsupported'
  }
  renderResults()
}

const choose = async (files: FileList | null | undefined): Promise<void> => {
  if (files == null || files.length === 0) return
  chosen = await Promise.all(
    [...files].map(async (file) => ({ name: file.name, file: parseSavedFile(await file.text()) })),
  )
  await check()
}

const fileField = (): HTMLElement => {
  const input = element('input', '')
  input.type = 'file'
  input.multiple = true
  input.addEventListener('change', () => void choose(input.files))
  return element('label', 'choose', element('span', '', t('choose')), input, element('small', '', t('drop')))
}

const uidField = (): HTMLElement => {
  const input = element('input', '')
  input.inputMode = 'numeric'
  input.autocomplete = 'off'
  input.value = uid === null ? '' : String(uid)
  input.addEventListener('input', () => {
    uid = /^\d{1,15}$/.test(input.value) ? Number.parseInt(input.value, 10) : null
    void check()
  })
  return element('label', '', element('span', '', t('uid')), input)
}

const languageField = (): HTMLElement => {
  const select = element('select', '')
  for (const { code, name } of languages) select.append(new Option(name, code, false, code === language))
  select.addEventListener('change', () => {
    language = languageByCode(select.value)?.code ?? language
    render()
    document.querySelector('select')?.focus()
  })
  return element('label', 'language', element('span', '', t('language')), select)
}

const render = (): void => {
  document.documentElement.lang = languageByCode(language)?.tag ?? 'en'
  document.title = t('title')
  renderResults()
  document.body.replaceChildren(
    element(
      'main',
      '',
      element('header', '', element('h1', '', t('title')), languageField()),
      element('p', 'muted', t('lead')),
      element('div', 'fields', fileField(), uidField()),
      results,
    ),
  )
}

document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  void choose(event.dataTransfer?.files)
})
render()
