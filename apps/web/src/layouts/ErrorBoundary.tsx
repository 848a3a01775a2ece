import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Component, type ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Error boundary of a screen: the navigation stays usable. A class, because React has no hook for this. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
  override render() {
    return this.state.error ? <BrokenNote /> : this.props.children
  }
}

function BrokenNote() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon="warning"
      tone="warn"
      title={t('broken.title')}
      text={t('broken.text')}
      action={
        <Button size="s" onClick={() => window.location.reload()}>
          {t('broken.reload')}
        </Button>
      }
    />
  )
}
