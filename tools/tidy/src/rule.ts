import type { Tree } from './tree.ts'

/** One violation of a rule. */
export type Finding = {
  readonly path: string
  /** Line from 1; 1 also refers to the file as a whole. */
  readonly line: number
  readonly sentence: string
}

/** One rule of the repository. It reads only the tree, so that a test can plant a violating tree. */
export type Rule = {
  readonly name: string
  readonly check: (tree: Tree) => readonly Finding[]
}
