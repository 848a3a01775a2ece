import type { Tree } from './tree.ts'

/** One thing that is not as the house wants it. */
export type Finding = {
  readonly path: string
  /** From 1; 1 also stands for the file as a whole. */
  readonly line: number
  readonly sentence: string
}

/** One house rule. It reads the tree and nothing else, so a test can plant a tree that breaks it. */
export type Rule = {
  readonly name: string
  readonly check: (tree: Tree) => readonly Finding[]
}
