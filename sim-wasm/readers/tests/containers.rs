//! Limits of containers, in the forms in which people have them.

use sched_core::scenario::ControlGroup;
use sched_readers::containers::{self, Containers, Form, shares_of_milli, weight_of_shares};
use sched_readers::{Kind, kind, pile};

fn read(text: &str) -> Containers {
    containers::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn refused(text: &str) -> String {
    containers::read(text.as_bytes()).expect_err("a fault").to_string()
}

/// Name, weight, quota and period, parent.
fn limits(read: &Containers) -> Vec<(&str, u32, u32, u32, u32)> {
    let of = |group: &'_ ControlGroup| (group.weight, group.quota_us, group.period_us, group.parent);
    read.groups
        .iter()
        .map(|group| {
            let (weight, quota, period, parent) = of(group);
            (group.name.as_str(), weight, quota, period, parent)
        })
        .collect()
}

const POD: &str = r#"apiVersion: v1
kind: Pod
metadata:
  name: shop
  labels:
    app: shop   # the name of the app
spec:
  initContainers:
  - name: migrate
    resources:
      limits: {cpu: "4"}
  containers:
  - name: web
    image: "registry.example/web:1.2"
    ports:
    - containerPort: 80
      name: http
    resources:
      requests:
        cpu: 500m
        memory: 64Mi
      limits:
        cpu: "2"
        memory: 128Mi
  - image: db
    name: db
    resources: {requests: {cpu: 250m}, limits: {cpu: 1.5, memory: 1Gi}}
"#;

/// By hand: 500m are 512 shares, 1 + 510 × 9999 / 262142 = 20; 250m are 256 shares, 10. The init container needs more than both
/// together: 4000m are 4096 shares, 157.
#[test]
fn a_pod_is_a_group_of_the_groups_of_its_containers() {
    let pod = read(POD);
    assert_eq!(pod.form, Form::Kubernetes);
    assert_eq!(
        limits(&pod),
        [
            ("shop", 157, 400_000, 100_000, 0),
            ("web", 20, 200_000, 100_000, 1),
            ("db", 10, 150_000, 100_000, 1),
        ]
    );
}

#[test]
fn manifests_with_templates_fragments_and_several_documents_are_read() {
    let deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: api\nspec:\n  template:\n    spec:\n      containers:\n        - name: api\n          resources:\n            limits:\n              cpu: 250m\n";
    assert_eq!(limits(&read(deployment)), [("api", 10, 25_000, 100_000, 0)]);
    let fragment = "resources:\n  requests:\n    cpu: 1\n  limits:\n    cpu: '2'\n";
    assert_eq!(limits(&read(fragment)), [("container 1", 39, 200_000, 100_000, 0)]);
    let two = format!("{deployment}---\n{}", deployment.replace("api\n", "b\n"));
    assert_eq!(read(&two).groups.len(), 2);
    // Without a limit of one container the pod has none; a container without a request has the least weight.
    let open = POD.replace(", limits: {cpu: 1.5, memory: 1Gi}", "").replace("{requests: {cpu: 250m}}", "{}");
    assert_eq!(
        limits(&read(&open)),
        [("shop", 157, 0, 100_000, 0), ("web", 20, 200_000, 100_000, 1), ("db", 1, 0, 100_000, 1)]
    );
    assert_eq!(
        refused(&POD.replace("500m", "half")),
        "Line 20: \"half\" is no CPU time, weight or list of CPUs that is possible."
    );
}

#[test]
fn weights_follow_the_formulas_of_the_kubelet_and_of_runc() {
    assert_eq!([0, 1, 100, 1000, 4000].map(shares_of_milli), [2, 2, 102, 1024, 4096]);
    assert_eq!([0, 2, 1024, 262_144, u64::MAX].map(weight_of_shares), [1, 1, 39, 10_000, 10_000]);
}

#[test]
fn options_of_docker_run_are_limits() {
    let text = "$ docker run -d --name web --cpus 1.5 --cpuset-cpus=0-3,8 nginx\n\
        $ sudo docker run --cpu-shares 512 --cpu-quota=50000 \\\n    --cpu-period=20000 busybox\n\
        $ podman create -c 1024 x\n";
    let found = read(text);
    assert_eq!(found.form, Form::Docker);
    assert_eq!(
        limits(&found),
        [
            ("web", 100, 150_000, 100_000, 0),
            ("container 2", 20, 50_000, 20_000, 0),
            ("container 3", 39, 0, 100_000, 0),
        ]
    );
    assert_eq!(found.groups[0].cpus.as_deref(), Some("0-3,8"));
    assert!(refused("docker run --cpus 1 --cpu-quota 5000 x").contains("either --cpus or --cpu-quota"));
    assert!(refused("docker run --cpus many x").starts_with("Line 1: \"--cpus many\""));
    assert_eq!(
        read("docker run --cpus 1 --cpuset-mems 0 x").not_taken[0].to_string(),
        "--cpuset-mems is not modelled."
    );
}

#[test]
fn settings_of_systemd_units_are_limits() {
    let unit = "# /etc/systemd/system/db.service\n[Service]\nCPUQuota=150%\nCPUWeight=200\nAllowedCPUs=0-1 4\n# /etc/systemd/system/batch.service\n[Service]\nCPUWeight=idle\nCPUQuota=\nCPUQuotaPeriodSec=20ms\nCPUQuota=20%\n";
    let found = read(unit);
    assert_eq!(found.form, Form::Systemd);
    assert_eq!(limits(&found), [("db", 200, 150_000, 100_000, 0), ("batch", 100, 4_000, 20_000, 0)]);
    assert_eq!((found.groups[0].cpus.as_deref(), found.groups[1].idle), (Some("0-1,4"), true));
    let show = "Id=web.service\nCPUWeight=[not set]\nCPUQuotaPerSecUSec=200ms\nCPUQuotaPeriodUSec=infinity\n";
    assert_eq!(limits(&read(show)), [("web", 100, 20_000, 100_000, 0)]);
    let run = "$ systemd-run -p CPUQuota=50% -p CPUWeight=50 stress-ng\n";
    assert_eq!(limits(&read(run)), [("", 50, 50_000, 100_000, 0)]);
    assert!(refused("CPUQuota=much").starts_with("Line 1: \"CPUQuota=much\""));
    // A comment ends no setting.
    assert!(refused("CPUQuota=200%  # two CPUs").contains("two CPUs"));
    let set = "# systemctl set-property --runtime web.service CPUQuota=50% CPUWeight=20\n\
        # systemctl show web.service -p CPUQuota\n# cat /etc/systemd/system.control/web.service.d/50-CPUQuota.conf\n\
        # This is a drop-in for web.service\n[Service]\nCPUQuota=60%\n$ systemctl set-property user-1000.slice CPUWeight=30\n";
    assert_eq!(limits(&read(set)), [("web", 20, 60_000, 100_000, 0), ("user-1000", 30, 0, 100_000, 0)]);
}

#[test]
fn files_of_sys_fs_cgroup_are_limits() {
    let grep = "/sys/fs/cgroup/kubepods.slice/cpu.max:max 100000\n\
        /sys/fs/cgroup/kubepods.slice/pod1/web/cpu.weight:20\n\
        /sys/fs/cgroup/kubepods.slice/pod1/web/cpuset.cpus:\n\
        /sys/fs/cgroup/kubepods.slice/pod1/cpu.max:200000 100000\n\
        /sys/fs/cgroup/kubepods.slice/pod1/cpu.max.burst:50000\n\
        /sys/fs/cgroup/kubepods.slice/pod1/web/cpu.idle:0\n\
        /sys/fs/cgroup/kubepods.slice/pod1/cpuset.cpus:2-5\n";
    let found = read(grep);
    assert_eq!(found.form, Form::Cgroup);
    assert_eq!(
        limits(&found),
        [
            ("kubepods.slice", 100, 0, 100_000, 0),
            ("pod1", 100, 200_000, 100_000, 1),
            ("web", 20, 0, 100_000, 2),
        ]
    );
    assert_eq!((found.groups[1].burst_us, found.groups[1].cpus.as_deref()), (50_000, Some("2-5")));
    let cat = "$ cat /sys/fs/cgroup/web/cpu.max\n20000 50000\n$ cat /sys/fs/cgroup/web/cpu.weight\n300\n";
    assert_eq!(limits(&read(cat)), [("web", 300, 20_000, 50_000, 0)]);
    let head = "==> cpu.max <==\n20000 50000\n\n==> cpu.weight <==\n300\n";
    assert_eq!(limits(&read(head)), [("", 300, 20_000, 50_000, 0)]);
    let old = "/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us:-1\n/sys/fs/cgroup/cpu/a/cpu.shares:2\n";
    assert_eq!(limits(&read(old)), [("a", 1, 0, 100_000, 0)]);
    assert!(refused("/sys/fs/cgroup/a/cpu.max: much").starts_with("Line 1: \"cpu.max: much\""));
    assert!(refused("a/cpu.max.burst: 5").contains("above a quota of 0 µs"));
}

#[test]
fn more_groups_than_are_possible_are_named() {
    let many: String = (0..10).map(|i| format!("g{i}/cpu.weight:50\n")).collect();
    let found = read(&many);
    assert_eq!(found.groups.len(), 8);
    assert_eq!(found.not_taken.len(), 2);
    assert_eq!(found.not_taken[0].to_string(), "g8 is beyond the 8 groups that are possible.");
}

#[test]
fn limits_of_containers_are_recognised_beside_other_texts() {
    for (text, name) in [
        (POD, "a Kubernetes manifest"),
        ("docker run --cpus 1 x", "docker run"),
        ("[Service]\nCPUQuota=5%\n", "a systemd unit"),
        ("web/cpu.max: 20000 100000\n", "/sys/fs/cgroup"),
    ] {
        assert_eq!(kind(text.as_bytes()), Kind::Containers, "{text}");
        let parts = pile::parts(&[text.as_bytes()]).expect("text");
        assert_eq!((parts.len(), parts[0].name), (1, name), "{text}");
    }
    let both = "$ numactl -H\navailable: 1 nodes (0)\nnode 0 cpus: 0 1\nnode distances:\nnode   0\n  0:  10\n$ cat web/cpu.max\n20000 100000\n";
    let parts = pile::parts(&[both.as_bytes()]).expect("text");
    assert_eq!(parts.iter().map(|part| part.kind).collect::<Vec<_>>(), [Kind::Machine, Kind::Containers]);
    // The values of a machine are none of a container.
    assert_eq!(kind(b"/sys/devices/system/cpu/cpu0/cpu_capacity:1024"), Kind::Machine);
}

/// Truncated at any byte, a text is read or refused with a sentence.
#[test]
fn a_truncated_text_is_refused_or_read() {
    for end in (0..POD.len()).filter(|&end| POD.is_char_boundary(end)) {
        if let Err(fault) = containers::read(&POD.as_bytes()[..end]) {
            assert!(!fault.to_string().is_empty());
        }
    }
}

/// The pod has room for the greatest of its init containers; one that stays runs beside the others.
#[test]
fn init_containers_count_for_the_pod_and_have_no_group_unless_they_stay() {
    let pod = |init: &str| {
        let text = format!(
            "kind: Pod\nmetadata:\n  name: web\nspec:\n  initContainers:\n  - name: setup\n{init}  containers:\n  \
             - name: app\n    resources:\n      limits:\n        cpu: 1\n  - name: log\n    resources:\n      limits:\n        cpu: 500m\n"
        );
        let found = read(&text);
        let groups: Vec<(String, u32)> =
            found.groups.iter().map(|group| (group.name.clone(), group.quota_us)).collect();
        (groups, found.not_taken.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let limit = |cpu: &str| format!("    resources:\n      limits:\n        cpu: {cpu}\n");
    let own = |web: u32| -> Vec<(String, u32)> {
        vec![("web".into(), web), ("app".into(), 100_000), ("log".into(), 50_000)]
    };
    let left = "The init container setup ends before the others begin: it has no group.";
    assert_eq!(pod(&limit("4")), (own(400_000), vec![left.to_string()]));
    assert_eq!(pod(&limit("100m")), (own(150_000), vec![left.to_string()]));
    // Without a limit of each container the pod has none.
    assert_eq!(pod(""), (own(0), Vec::new()));
    let (groups, not_taken) = pod(&format!("    restartPolicy: Always\n{}", limit("200m")));
    assert_eq!((groups[0].clone(), groups[1].clone()), (("web".into(), 170_000), ("setup".into(), 20_000)));
    assert_eq!(not_taken, Vec::<String>::new());
}
