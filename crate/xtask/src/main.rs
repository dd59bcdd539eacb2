//! `cargo run -p xtask`: compiles `crate/wasm` for the browser and writes its package to `www/wasm`.
//! `-- --features FEATURES --out FOLDER` makes another package of it.
//!
//! wasm-bindgen's own library does the second half, so that Cargo.lock ties its version to that of the crate.

use std::{
    env,
    error::Error,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// Of `Cargo.toml`.
const PROFILE: &str = "page";
const PACKAGE: &str = "millipawn-wasm";
const NAME: &str = "millipawn_wasm";
/// Deterministic vector instructions. Never relaxed-simd: its results differ between machines. The longest line that a search
/// may follow needs about a mebibyte of stack, which is all that the linker gives by itself.
const RUSTFLAGS: &str = "-C target-feature=+simd128 -C link-arg=-zstack-size=4194304";

fn main() -> ExitCode {
    match build() {
        Ok(package) => {
            println!("{}", package.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<PathBuf, Box<dyn Error>> {
    let root = root();
    let Wanted { features, package } = wanted(&root, env::args().skip(1))?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    compile(&root, &target, &features)?;
    bind(
        &target
            .join(TARGET)
            .join(PROFILE)
            .join(format!("{NAME}.wasm")),
        &package,
    )?;
    Ok(package)
}

/// What the command line asks for.
struct Wanted {
    /// Cargo features of the package, with commas between them.
    features: String,
    /// Where it is written.
    package: PathBuf,
}

fn wanted(root: &Path, mut words: impl Iterator<Item = String>) -> Result<Wanted, String> {
    let mut wanted = Wanted {
        features: String::new(),
        package: root.join("www/wasm"),
    };
    while let Some(option) = words.next() {
        let value = words.next();
        let value = value.ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--features" => wanted.features = value,
            "--out" => wanted.package = PathBuf::from(value),
            _ => return Err(format!("there is no option {option}")),
        }
    }
    Ok(wanted)
}

/// The workspace, two levels above this crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

fn compile(root: &Path, target: &Path, features: &str) -> Result<(), Box<dyn Error>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "--profile",
            PROFILE,
            "--locked",
            "--target",
            TARGET,
            "--package",
            PACKAGE,
            "--features",
            features,
        ])
        .arg("--target-dir")
        .arg(target)
        .env("RUSTFLAGS", RUSTFLAGS)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(root)
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("cargo build of {PACKAGE}: {status}").into())
    }
}

/// The module is compiled once and posted to every worker, so the package needs no address of its own.
fn bind(module: &Path, package: &Path) -> Result<(), Box<dyn Error>> {
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(true)
        // A twentieth of the download. What a panic says names its file and line without them.
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .generate(package)
        .map_err(|error| format!("wasm-bindgen: {error:#}").into())
}
