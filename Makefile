# Everything the project does, from a fresh clone. Needs rustup, Node.js 20.19 or newer with npm, and make.

.DEFAULT_GOAL := run
.DELETE_ON_ERROR:

WASM_TARGET := wasm32-unknown-unknown
NODE_MODULES := www/node_modules/.package-lock.json

# --- for people -----------------------------------------------------------------------------------

.PHONY: run
run: build ## Build the page, serve it on localhost and print the address.
	cd www && npm run --silent preview

.PHONY: build
build: wasm $(NODE_MODULES) ## Build the static site in www/dist.
	cd www && npm run --silent build

.PHONY: check
check: wasm nats $(NODE_MODULES) ## Fast lint and unit tests while working.
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo test --locked --quiet
	cargo test --locked --quiet -p millipawn --features example-system --test example
	cd www && npm run --silent check && npm test

# Two files of end-to-end tests run at a time, since each spends about half of its time waiting.
.PHONY: test
test: check build example chromium ## Everything that CI runs.
	cargo build --locked --release -p millipawn
	node --test --test-concurrency=2 --test-reporter=spec tests/e2e/*.test.mjs

# The page with the system of docs/systems.md, for its end-to-end test.
EXAMPLE := $(CURDIR)/target/example

.PHONY: example
example: rust $(NODE_MODULES)
	cargo run --locked --quiet -p xtask -- --features example-system --out $(EXAMPLE)/wasm
	cd www && MILLIPAWN_WASM=$(EXAMPLE)/wasm npx vite build --logLevel warn --outDir $(EXAMPLE)/dist --emptyOutDir

# What is known to work in browsers other than Chromium, and worth its time there.
IN_FIREFOX := run links games arena falcon uci mouse clock looks results opponents family steps changes plays-like-me classroom game-file opening review drawing variations premove positions sharing play gene-history ablation parents analysis board-game library

.PHONY: test-browsers
test-browsers: build browsers ## The page in Firefox and WebKit: minutes, so apart from the rest.
	cargo build --locked --release -p millipawn
	"$$(tests/e2e/find-firefox)" --version
	MILLIPAWN_BROWSER=firefox node --test --test-concurrency=1 --test-reporter=spec $(IN_FIREFOX:%=tests/e2e/%.test.mjs)
	node --test --test-reporter=spec tests/webkit/*.test.mjs

.PHONY: lighthouse
lighthouse: build chromium ## What Lighthouse says of the page: fails below 95 of 100.
	node tests/lighthouse.mjs

# Where the pictures go.
VIEWS := $(CURDIR)/target/views

.PHONY: views
views: build chromium ## A picture of every view in every form, in target/views: fails where one throws, is cut off or scrolls sideways.
	node tests/views.mjs $(VIEWS)

.PHONY: bench
bench: build chromium nats ## The benchmarks: ratios measured side by side, with versions and settings.
	cargo build --locked --release -p millipawn
	tests/bench/native
	cargo run --locked --quiet --release -p millipawn --example speed -- --system falcon --positions 500 --generations 20 --rounds 1
	node tests/bench/falcon.mjs
	cargo run --locked --quiet --release -p millipawn --example enhancements
	cargo run --locked --quiet --release -p millipawn --example learning
	node tests/bench/learning.mjs
	cargo run --locked --quiet --release -p millipawn --example classes
	node tests/bench/classes.mjs
	node tests/bench/network.mjs
	cargo run --locked --quiet --release -p millipawn-network --example feed
	node tests/bench/engines.mjs
	node tests/bench/processor-time.mjs
	node tests/bench/threads.mjs
	failed=0; for bench in chromium.mjs "chromium.mjs --system falcon --generations 200 --rounds 1" smooth.mjs; do \
	    node tests/bench/$$bench || failed=1; \
	done; exit $$failed

.PHONY: soak
soak: build nats chromium ## The fuzz targets for as long as they name, runs in which everything dies, and an hour in one tab: hours.
	cargo test --locked -p millipawn --test network -- --ignored
	cargo build --locked --release -p millipawn
	node tests/network/soak.mjs
	node tests/bench/long-run.mjs
	cargo run --locked --profile test -p millipawn-tests --bin fuzz -- all

.PHONY: clean
clean: ## Remove everything that was built or installed here.
	cargo clean
	rm -rf www/dist www/wasm www/node_modules

.PHONY: help
help: ## This list.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' $(MAKEFILE_LIST)

# --- what they need -------------------------------------------------------------------------------

# The page's compiler reads the types of the wasm package.
.PHONY: wasm
wasm: rust
	cargo run --locked --quiet -p xtask

.PHONY: rust
rust:
	@command -v rustup >/dev/null || { echo "Millipawn needs rustup: https://rustup.rs" >&2; exit 1; }
	@rustup show active-toolchain >/dev/null 2>&1 || rustup toolchain install
	@rustup target list --installed | grep -qx $(WASM_TARGET) || rustup target add $(WASM_TARGET)
	@rustup component list --installed | grep -q clippy || rustup component add clippy rustfmt

$(NODE_MODULES): www/package.json www/package-lock.json
	@command -v npm >/dev/null || { echo "Millipawn needs Node.js 20.19 or newer with npm: https://nodejs.org" >&2; exit 1; }
	cd www && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# A browser for the tests: the one that is there, or Debian's.
.PHONY: chromium
chromium:
	@tests/e2e/find-chromium >/dev/null || tests/e2e/install-chromium

# A broker for the tests of the network, and what makes its certificates.
.PHONY: nats
nats:
	@{ tests/network/find-nats-server && command -v openssl; } >/dev/null || tests/network/install-nats-server

# Others to test with.
.PHONY: browsers
browsers:
	@{ tests/e2e/find-firefox && tests/webkit/find-webkit; } >/dev/null || tests/e2e/install-browsers
