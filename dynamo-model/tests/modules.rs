//! Modules import only from those listed before them in `lib.rs`.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules in the order of their declaration.
fn declared(lib: &str) -> Vec<&str> {
    lib.lines()
        .filter_map(|line| {
            line.strip_prefix("pub mod ")
                .or_else(|| line.strip_prefix("mod "))
        })
        .filter_map(|line| line.strip_suffix(';'))
        .collect()
}

#[test]
fn modules_import_only_from_those_listed_before_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(src.join("lib.rs")).unwrap();
    let order = declared(&lib);
    assert!(
        order.len() > 8,
        "the modules of lib.rs are found: {order:?}"
    );
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut checked = 0;
    for file in files {
        let inside = file
            .strip_prefix(&src)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        let module = inside.split('/').next().unwrap().trim_end_matches(".rs");
        let Some(own) = order.iter().position(|name| *name == module) else {
            continue;
        };
        let text = fs::read_to_string(&file).unwrap();
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for used in code.flat_map(|line| line.split("crate::").skip(1)) {
            let name: String = used
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let Some(other) = order.iter().position(|listed| *listed == name) else {
                continue;
            };
            assert!(
                other <= own,
                "{inside} imports from `{name}`, which lib.rs lists after `{module}`"
            );
            checked += 1;
        }
    }
    assert!(checked > 50, "imports are found");
}
