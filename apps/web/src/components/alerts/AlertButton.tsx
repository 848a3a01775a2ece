import type { Market } from '@glasshouse/core/markets/codec'
import { IconButton } from '@glasshouse/ui/IconButton'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'

const AlertDialog = lazy(() => import('./AlertDialog.tsx'))

/** Button that opens the price alerts of a market; for signed-in customers. */
export function AlertButton({ market }: { market: Market }) {
  const { t } = useTranslation('market')
  const [isOpen, setOpen] = useState(false)
  if (useSession() === null) return null
  const label = t('alert', { symbol: market.symbol })
  return (
    <>
      <IconButton
        icon="bell"
        small={site === 'desktop'}
        label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <AlertDialog market={market} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
