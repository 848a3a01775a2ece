import { IconButton } from '@glasshouse/ui/IconButton'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'

const Palette = lazy(() => import('./Palette.tsx'))

/** Button of a phone screen's head that opens the search of markets, orders, pages and settings. */
export function PhoneSearch() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'search' | 'shortcuts' | null>(null)
  return (
    <>
      <IconButton icon="search" iconSize={20} label={t('find.open')} onClick={() => setOpened('search')} />
      {opened && (
        <Suspense fallback={null}>
          <Palette opened={opened} onOpen={setOpened} />
        </Suspense>
      )}
    </>
  )
}
