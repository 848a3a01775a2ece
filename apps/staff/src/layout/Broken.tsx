import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Component, type ReactNode } from 'react'

/** Keeps a fault in one room from taking the console with it; React knows no other form for this than a class. */
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
