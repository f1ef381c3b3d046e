/** Every number of the published API, named once. Units stand last in the name. */
export const limits = {
  /**
   * How old a sign-in may be that changes e-mail address, password or passkeys, or deletes the
   * account.
   */
  recentSignInSeconds: 300,
  /** Passwords that a signed-in session may send to prove who holds it. */
  passwordChecksPerMinute: 5,
  /** Looks for an account by name or e-mail address, in the whole deployment. */
  accountLookupsPerMinute: 15,
  /** Those that one user, app or address may make of them, so that none uses up everybody's. */
  accountLookupsPerCallerPerMinute: 5,
  /**
   * Mails to addresses that one user or app chose: changed addresses, verifications, invitations.
   */
  chosenMailsPerCallerPerHour: 20,
  /** Mails to one address that a caller chose, from all callers together. */
  chosenMailsPerAddressPerHour: 5,
  /** Those of one caller among them, so that none uses up everybody's. */
  chosenMailsPerCallerAndAddressPerHour: 3,
  /** Links for a new password, to the verified address of one account. */
  resetMailsPerAccountPerHour: 5,
  /** Senders of whom new drops arrive at one receiver. */
  dropsPerReceiverPerHour: 10,
  /** Drops of one sender, over all receivers. */
  dropsPerSenderPerHour: 30,
  contactNotesMax: 1000,
  visitsPerContactMax: 1000,
  linksPerUserMax: 100,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  organizationNameMax: 100,
  organizationDescriptionMax: 500,
  organizationWebsiteMax: 200,
  slugMin: 3,
  slugMax: 80,
  tierNameMax: 191,
  tierDescriptionMax: 2000,
  tierInclusionsMax: 50,
  tierInclusionMax: 200,
  tierEntitlementsMax: 100,
  tierGraceDaysMax: 365,
  tierPositionMax: 100_000,
  priceCentsMax: 99_999_999_999,
  nameMax: 255,
  profileTypeMax: 50,
  profileLabelMax: 100,
  profileShortDescriptionMax: 500,
  profileLinksMax: 50,
  profileCssMax: 500,
  /** Blocks of a long description, or stickers. */
  profileBlocksMax: 100,
  /** All of them as JSON. */
  profileBlocksTextMax: 65_536,
  descriptionMax: 5000,
  noteMax: 500,
  cardIdentifierMax: 190,
  claimCodeMax: 64,
  cardsPerManufactureMax: 1000,
  profileTemplateNameMax: 255,
  profileTemplateDescriptionMax: 2000,
  cardModelNameMax: 255,
  cardModelDescriptionMax: 2000,
  cardModelTemplateIdMax: 255,
  cardsPerInventoryCallMax: 20,
  idempotencyKeyMax: 190,
  admissionsPerCallMax: 100,
  sessionsPerBatchMax: 366,
  recurrenceIntervalMax: 366,
  /** Longer texts are no passwords: 256 characters, each of two UTF-16 units at most. */
  passwordTextMax: 512,
  passkeyNameMax: 80,
  passkeysPerUserMax: 20,
  amountMax: Number.MAX_SAFE_INTEGER,
  /** Points of one reward. The largest multiplier keeps them far from what cannot be counted. */
  rewardPointsMax: 1_000_000_000,
  supplyMax: 1_000_000_000,
  triggersPerOrganizationMax: 100,
  triggerScopesMax: 20,
  triggerScopeMax: 100,
  /** Characters of the JSON of a trigger's metadata. */
  triggerMetadataMax: 8_192,
  triggerWindowSecondsMax: 31_536_000,
  triggerEventIdMax: 190,
  /** A content as JSON. */
  contentBytesMax: 65_536,
  /** What a caller attaches to a reward that is issued, as JSON. */
  rewardMetadataBytesMax: 4096,
  /** Receivers that are named one by one, in one batch of a reward. */
  propagatedIdentifiersMax: 500,
  contentItemsMax: 100,
  /** Badges and certificates of one content: each is signed, and sealed with it. */
  credentialsPerContentMax: 10,
  /** Places in a status list that a process takes at a time; one that ends loses the rest. */
  credentialIndexesReserved: 16,
  /** Organizations whose places a process remembers. */
  credentialIssuersRememberedMax: 10_000,
  /** Contents in one page of the rewards that somebody holds. */
  rewardsPageBytesMax: 2_097_152,
  /** Contents whose openings are counted in memory until they are written. */
  contentsRememberedMax: 10_000,
  /** For the fetch of a content that another host has. */
  manifestFetchTimeoutMs: 10_000,
  /** Such a content is not asked for again before this. */
  manifestRefetchMs: 1000,
  /** While such a host does not answer, the copy is served for so long before it is asked again. */
  manifestRetrySeconds: 60,
  /** A job that finds such a host failing asks it again after this. */
  prefetchPauseMs: 3_600_000,
  /** Until such a host has answered once, a job asks it for so long. */
  prefetchGivenUpMs: 7 * 86_400_000,
  /** For the copy of an image or a document that an item of a reward names at another host. */
  mirrorFetchTimeoutMs: 10_000,
  mirroredBytesMax: 10 * 1024 * 1024,
  /** Of all copies of an organization together, unless the deployment says otherwise. */
  mirroredBytesPerOrganization: 1024 ** 3,
  /** Of all files and uploads of a holder, unless the deployment says otherwise. */
  fileBytesPerUser: 1024 ** 3,
  fileBytesPerOrganization: 10 * 1024 ** 3,
  /** A job asks a host that fails again after this, for so long. */
  mirrorPauseMs: 3_600_000,
  mirrorGivenUpMs: 86_400_000,
  /** Parts of one item of a content: tags, signatories, sessions. */
  contentListMax: 50,
  contentVersionMax: 50,
  contentCacheSecondsMax: 365 * 86_400,
  barcodeMax: 2000,
  creditsMax: 1_000_000,
  ticketTransfersMax: 1000,
  ticketAdmissionsMax: 1000,
  accessTokenLifetimeSeconds: 3600,
  doorTokenMarginSeconds: 86_400,
  doorTokenLongestSeconds: 28 * 86_400,
  authorizationCodeLifetimeSeconds: 600,
  challengeLifetimeSeconds: 600,
  userRefreshTokenLifetimeSeconds: 7 * 86_400,
  clientRefreshTokenLifetimeSeconds: 30 * 86_400,
  oauthSessionLongestSeconds: 365 * 86_400,
  refreshReuseGraceSecondsMax: 60,
  responseTypeMax: 32,
  clientIdMax: 64,
  redirectUriMax: 2048,
  redirectUrisMax: 20,
  appNameMax: 100,
  scopeMax: 1024,
  stateMax: 512,
  bodyBytesMax: 1_048_576,
  manifestReuseSeconds: 30,
  manifestValidForSeconds: 12 * 3600,
  clockToleranceSeconds: 300,
  uploadHorizonDays: 7,
  frozenCardsPerRead: 1000,
  rosterLinesRemembered: 500_000,
  admissionOldestDays: 366,
  walletsRememberedMax: 10_000,
  walletSigningsPerHour: 100,
  treasurySigningsPerHour: 20_000,
  openWalletKeysMax: 10_000,
  gatheredTogetherMax: 64,
  gatheredWaitingMax: 4096,
  listsAtOnceMax: 4,
  listsWaitingMax: 512,
  searchesAtOnceMax: 2,
  searchesWaitingMax: 16,
  ledgerBatchMax: 256,
  ledgerJudgeForMs: 5,
  ledgerQueueMax: 4096,
  testClockStepsMax: 10_000,
  outgoingUrlMax: 2048,
  webhooksPerOrganizationMax: 50,
  /** Errors of a webhook's answer that are kept, and the characters of each. */
  answerErrorsMax: 20,
  answerErrorMax: 200,
  /** Deliveries that one transaction adds when a time range is sent again. */
  redeliveriesPerBatchMax: 500,
  /** Default of the setting `files.maxBytes`. */
  fileBytesMax: 100 * 1024 * 1024,
  /** S3 puts no more together, and so no setting goes beyond. */
  fileBytesMost: 5 * 1024 ** 3,
  /** Default of the setting `files.partBytes`: larger files come in parts of so many bytes. */
  filePartBytes: 8 * 1024 * 1024,
  filePartBytesMin: 5 * 1024 * 1024,
  filePartBytesMax: 1024 ** 3,
  filePartsMax: 10_000,
  contentTypeMax: 100,
  /** Width times height; decoding takes four bytes for each. */
  imagePixelsMax: 40_000_000,
  /** Of one user, or of one organization with its activities and rewards. */
  pendingUploadsMax: 100,
  uploadLifetimeSeconds: 900,
  multipartUploadLifetimeSeconds: 86_400,
  fileUrlLifetimeSeconds: 900,
  /** So many of what shows a file are told to who would delete it. */
  fileUsesShown: 20,
  /** What an upload left behind, and bytes that no file names, are removed after as long. */
  strayBytesKeptSeconds: 86_400,
  deliveriesKeptDays: 30,
  failedJobsKeptDays: 90,
  outgoingTimeoutMs: 30_000,
  outgoingTimeoutMsMax: 300_000,
} as const
