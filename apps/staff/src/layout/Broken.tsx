import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Component, type ReactNode } from 'react'

/** Error boundary: a fault in one section leaves the others usable. A class, because React has no hook for this. */
export class Broken extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <EmptyState
        icon="warning"
        tone="warn"
        title="Something went wrong"
        text="Other pages still work. Report this error to the operator."
        action={<Button onClick={() => this.setState({ broken: false })}>Try again</Button>}
      />
    )
  }
}
