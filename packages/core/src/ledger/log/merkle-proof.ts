import { nativeHost } from "../../foundation/kernel/native-host.ts"
import {
  type Consistency,
  type Inclusion,
  provesConsistency,
  provesInclusion,
} from "../../ledger-proof/merkle.ts"

/**
 * Whether the path leads from the leaf to the root (RFC 9162 section 2.1.3.2). What is no proof at
 * all proves nothing.
 */
export const isIncluded = (proof: Inclusion): boolean => provesInclusion(proof, nativeHost)

/** Whether the path proves that the tree begins with the earlier one (RFC 9162 section 2.1.4.2). */
export const isConsistent = (proof: Consistency): boolean => provesConsistency(proof, nativeHost)
