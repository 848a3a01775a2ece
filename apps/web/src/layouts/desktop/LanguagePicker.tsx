import { IconButton } from '@glasshouse/ui/IconButton'
import { Menu } from '@glasshouse/ui/Menu'
import { useLabelled } from '../../components/useLabelled.ts'
import { type LanguageChoice, languageByTag, languages } from '../../i18n/languages.ts'
import { chooseLanguage, chosenLanguage } from '../../i18n/setup.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Menu with the nine languages by their own names, and the browser's language. */
export function LanguagePicker() {
  const { t, language } = useTranslation()
  const current = languageByTag(language)
  const labelled = useLabelled()
  const choice = chosenLanguage()
  const item = (code: LanguageChoice, label: string, lang?: string) => ({
    id: code,
    label,
    chosen: code === choice,
    ...(lang === undefined ? {} : { lang }),
    onSelect: () => void chooseLanguage(code),
  })
  return (
    <Menu
      trigger={
        <IconButton
          icon="globe"
          label={`${current.code.toUpperCase()}, ${labelled(t('language.pick'), current.name)}`}
        >
          {current.code.toUpperCase()}
        </IconButton>
      }
      items={[
        item('auto', t('language.auto')),
        ...languages.map((language) => item(language.code, language.name, language.tag)),
      ]}
    />
  )
}
